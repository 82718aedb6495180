"""Tells what a file is by its first bytes, and refuses what is no table of samples."""

from __future__ import annotations

import zipfile
from typing import IO, Literal

from dashboard.upload_values import LIMITS, Limits, UploadError, megabytes

Kind = Literal["text", "xlsx", "parquet", "docx", "pdf"]

HEAD = 512
PACKED = (
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"\x28\xb5\x2f\xfd",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!",
    b"\x04\x22\x4d\x18",
    b"MSCF",
)
"""How archives and packed files begin: gzip, bzip2, xz, zstd, 7z, rar, lz4, cab."""
OTHER = {
    b"\xd0\xcf\x11\xe0": "an old Office file. Save it as .xlsx or .docx",
    b"SQLite format 3": "a SQLite database. Save one table of it as CSV",
    b"ARROW1": "an Arrow file. Save it as Parquet",
    b"\x93NUMPY": "a NumPy file. Save it as CSV or Parquet",
    b"\x89PNG": "a picture. Give a file of texts",
    b"\xff\xd8\xff": "a picture. Give a file of texts",
    b"GIF8": "a picture. Give a file of texts",
    b"\x7fELF": "a program. Give a file of texts",
    b"MZ\x90": "a program. Give a file of texts",
    b"\x80\x04\x95": "a Python pickle, which is never opened. Save it as CSV",
    b"\x80\x05\x95": "a Python pickle, which is never opened. Save it as CSV",
}
MOST_PARTS = 5_000
"""Files in an Excel or Word file; a real one holds a few dozen."""


def file_kind(stream: IO[bytes], name: str, *, limits: Limits = LIMITS) -> Kind:
    """Return what a file is, whatever it is called; the stream is at its start again.

    Raises:
        UploadError: If it is empty, too large, an archive or of a kind nobody reads.
    """
    size = stream.seek(0, 2)
    stream.seek(0)
    if size > limits.file_bytes:
        raise UploadError(
            f"{name} is {megabytes(size)} long; at most {megabytes(limits.file_bytes)}"
            " are read. Split it and give the parts one by one."
        )
    head = stream.read(HEAD)
    stream.seek(0)
    if not head:
        raise UploadError(f"{name} is empty. Give a file with one sample a row.")
    if head.startswith(b"PK"):
        return _office_kind(stream, name, limits)
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"%PDF-"):
        return "pdf"
    if head.startswith(PACKED) or head[257:262] == b"ustar":
        raise UploadError(f"{name} is an archive. Unpack it and give what is in it.")
    for start, what in OTHER.items():
        if head.startswith(start):
            raise UploadError(f"{name} is {what}.")
    return "text"


def _office_kind(stream: IO[bytes], name: str, limits: Limits) -> Kind:
    """Return which Office file a ZIP is, having seen that it unpacks to little."""
    try:
        with zipfile.ZipFile(stream) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as error:
        raise UploadError(
            f"{name} is a damaged Excel file or archive ({error}). Save it again."
        ) from error
    finally:
        stream.seek(0)
    names = {part.filename for part in parts}
    office = "[Content_Types].xml" in names
    if not (office and {"xl/workbook.xml", "word/document.xml"} & names):
        raise UploadError(f"{name} is an archive. Unpack it and give what is in it.")
    unpacked = sum(part.file_size for part in parts)
    if unpacked > limits.unpacked_bytes or len(parts) > MOST_PARTS:
        raise UploadError(
            f"{name} would unpack to {megabytes(unpacked)} in {len(parts):,} parts; at "
            f"most {megabytes(limits.unpacked_bytes)} are read. Save it as CSV."
        )
    if any(part.flag_bits & 1 for part in parts):
        raise UploadError(f"{name} is locked with a password. Save it without one.")
    return "xlsx" if "xl/workbook.xml" in names else "docx"
