"""Finds how the text of a file is encoded, reading all of it once in small parts.

A byte order mark decides; else UTF-16 shows by its zero bytes; else the bytes are
UTF-8 if they can be; else Windows-1252, which nearly every other file is. UTF-8 with a
few broken bytes stays UTF-8, so that one bad cell does not spell every other wrongly:
the broken ones become lone surrogates, by which a row is known to be damaged.
"""

from __future__ import annotations

import codecs
import io
import re
from dataclasses import dataclass
from typing import IO

from dashboard.upload_values import UploadError

SNIFFED = 64 * 1024
CHUNK = 1024 * 1024
BROKEN = re.compile("[\udc80-\udcff]")
"""What a byte that is no UTF-8 is read as."""
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
MOST_CONTROL = 0.02
"""The part of control characters over which a file is no text."""
NOT_IN_1252 = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks; those of UTF-32 begin with those of UTF-16, so they come first."""
SPOKEN = {"utf-8-sig": "UTF-8", "utf-8": "UTF-8", "cp1252": "Windows-1252"}


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a file's text is encoded; ``damaged`` when some bytes do not fit."""

    codec: str
    damaged: bool = False

    def __str__(self) -> str:
        """Return its name as people know it."""
        return SPOKEN.get(self.codec, self.codec.upper())


def find_encoding(stream: IO[bytes], name: str) -> Encoding:
    """Return how the text of a file is encoded.

    Raises:
        UploadError: If it is no text.
    """
    stream.seek(0)
    head = stream.read(SNIFFED)
    for mark, codec in MARKS:
        if head.startswith(mark):
            return _checked(stream, codec, name)
    if b"\x00" in head and (utf16 := _utf16(head)):
        return _checked(stream, utf16, name)
    if len(CONTROL.findall(head)) > len(head) * MOST_CONTROL:
        raise UploadError(
            f"{name} is not a text file. Save it as CSV (UTF-8) or JSON Lines."
        )
    multibyte, broken, is_1252 = _counted(stream)
    if not broken:
        return Encoding("utf-8")
    if multibyte > broken:
        return Encoding("utf-8", damaged=True)
    if is_1252:
        return Encoding("cp1252")
    raise UploadError(
        f"{name} is neither UTF-8 nor Windows-1252 text. "
        "Save it as UTF-8 and try again."
    )


def open_text(stream: IO[bytes], encoding: Encoding) -> io.TextIOWrapper:
    """Return a file's text from its start, its line ends as they are.

    Detach the wrapper to keep the stream open.
    """
    stream.seek(0)
    errors = "surrogateescape" if encoding.damaged else "strict"
    return io.TextIOWrapper(stream, encoding=encoding.codec, errors=errors, newline="")


def _checked(stream: IO[bytes], codec: str, name: str) -> Encoding:
    decoder = codecs.getincrementaldecoder(codec)()
    stream.seek(0)
    try:
        while chunk := stream.read(CHUNK):
            decoder.decode(chunk)
        decoder.decode(b"", True)
    except UnicodeError as error:
        if codec == "utf-8-sig":
            return Encoding(codec, damaged=True)
        raise UploadError(
            f"{name} begins as {codec.upper()} text but is damaged ({error}). "
            "Save it as UTF-8 and try again."
        ) from error
    return Encoding(codec)


def _utf16(head: bytes) -> str | None:
    """Return which UTF-16 text without a mark is in, as Latin letters have a zero byte.

    None when it is in none.
    """
    pairs = len(head) // 2
    if head[1::2].count(0) > 0.4 * pairs and head[::2].count(0) == 0:
        return "utf-16-le"
    if head[::2].count(0) > 0.4 * pairs and head[1::2].count(0) == 0:
        return "utf-16-be"
    return None


def _counted(stream: IO[bytes]) -> tuple[int, int, bool]:
    """Return letters beyond ASCII, broken bytes, and whether all are Windows-1252."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    multibyte = broken = 0
    is_1252 = True
    stream.seek(0)
    while True:
        chunk = stream.read(CHUNK)
        text = decoder.decode(chunk, not chunk)
        if not text.isascii():
            bad = len(BROKEN.findall(text))
            broken += bad
            multibyte += len(text) - bad - len(text.encode("ascii", "ignore"))
            is_1252 = is_1252 and not NOT_IN_1252.search(chunk)
        if not chunk:
            return multibyte, broken, is_1252
