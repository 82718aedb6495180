"""A document in, its text out, to be given as context: TXT, MD, HTML, PDF, DOCX.

Read by what people trust most: pypdf and python-docx in pure Python, lxml, which
python-docx brings anyway, for HTML. Nothing is fetched that a document points to, no
script runs, and pictures are not read.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from dashboard.document_html import html_text, is_html
from dashboard.scoring.text import UNSTORABLE
from dashboard.upload_kinds import file_kind
from dashboard.upload_text import SNIFFED, find_encoding, open_text
from dashboard.upload_values import Limits, UploadError, shortened

LIMITS = Limits(file_bytes=50 * 1024**2, unpacked_bytes=200 * 1024**2)
MOST_PAGES = 2_000
MOST_CHARACTERS = 5_000_000
"""More text than any judge is shown; what is beyond is refused, not cut off."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document's text. ``form`` says for a person what it was: ``PDF, 3 pages``."""

    name: str
    form: str
    text: str


def read_document(
    source: Path | IO[bytes], name: str | None = None, *, limits: Limits = LIMITS
) -> Document:
    """Return the text of a document, told by its content.

    Paragraphs, headings, list items and table rows stand on lines of their own.
    ``name`` is what people call the file; a path brings its own.

    Raises:
        UploadError: If it cannot be read, is locked, too large, or holds no text.
    """
    if isinstance(source, Path):
        try:
            stream: IO[bytes] = io.BytesIO(source.read_bytes())
        except OSError as error:
            raise UploadError(f"{source} cannot be read: {error.strerror}.") from error
        name = name or source.name
    else:
        stream = source
    name = shortened(name or "the file")
    form, text = _form_and_text(stream, name, limits)
    text = UNSTORABLE.sub("�", text).strip()
    if not text:
        raise UploadError(
            f"{name} holds no text. If it is a scan, have its text recognised first."
        )
    if len(text) > MOST_CHARACTERS:
        raise UploadError(_too_long(name, len(text)))
    return Document(name, form, text)


def _too_long(name: str, characters: int) -> str:
    return (
        f"{name} holds {characters:,} characters or more; at most "
        f"{MOST_CHARACTERS:,} are read. Give the part that matters."
    )


def _form_and_text(stream: IO[bytes], name: str, limits: Limits) -> tuple[str, str]:
    match file_kind(stream, name, limits=limits):
        case "pdf":
            return _pdf(stream, name)
        case "docx":
            return "Word", _docx(stream, name)
        case "xlsx" | "parquet":
            raise UploadError(
                f"{name} is a table. Give its samples as a batch, or save it as text."
            )
    encoding = find_encoding(stream, name)
    text = open_text(stream, encoding)
    start = text.read(SNIFFED)
    if is_html(start):
        text.detach()
        stream.seek(0)
        return "HTML", _html(stream.read(), encoding.codec, name)
    whole = start + text.read(MOST_CHARACTERS)
    text.detach()
    form = "Markdown" if name.lower().endswith((".md", ".markdown")) else "Text"
    return f"{form}, {encoding}", whole.replace("\r\n", "\n").replace("\r", "\n")


def _html(page: bytes, codec: str, name: str) -> str:
    # Windows-1252 is a guess, so what the page says of itself goes first
    encoding = None if codec == "cp1252" else codec.removesuffix("-sig")
    try:
        return html_text(page, encoding=encoding)
    except ValueError as error:
        raise UploadError(f"{name} cannot be read as a web page: {error}.") from error


def _pdf(stream: IO[bytes], name: str) -> tuple[str, str]:
    """Return how many pages a PDF has, and their texts with blank lines between."""
    try:
        pages = list(_pages(stream, name))
    except UploadError:
        raise
    except Exception as error:  # pypdf raises whatever a broken file makes it hit
        raise UploadError(
            f"{name} is a damaged PDF, or one of a kind that cannot be read "
            f"({str(error)[:200]}). Save it again, or copy its text."
        ) from error
    many = "" if len(pages) == 1 else "s"
    return f"PDF, {len(pages)} page{many}", "\n\n".join(pages)


def _pages(stream: IO[bytes], name: str) -> Iterator[str]:
    import pypdf  # here, not above: nobody waits for it who reads no PDF

    # it logs what it finds in broken files, and files are private
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = pypdf.PdfReader(stream)
    if reader.is_encrypted and not reader.decrypt(""):
        raise UploadError(f"{name} is locked with a password. Save it without one.")
    if len(reader.pages) > MOST_PAGES:
        raise UploadError(
            f"{name} has {len(reader.pages):,} pages; at most {MOST_PAGES:,} are read."
        )
    characters = 0
    for page in reader.pages:
        text = page.extract_text().strip()
        characters += len(text)
        if characters > MOST_CHARACTERS:
            raise UploadError(_too_long(name, characters))
        yield text


def _docx(stream: IO[bytes], name: str) -> str:
    import docx

    try:
        return "\n".join(_blocks(docx.Document(stream)))
    except Exception as error:  # python-docx, too, raises whatever it hits
        raise UploadError(
            f"{name} is a damaged Word file ({str(error)[:200]}). Save it again."
        ) from error


def _blocks(container: Any) -> Iterator[str]:
    """Yield paragraphs and table rows in their order; a row's cells one bar apart."""
    from docx.table import Table

    for block in container.iter_inner_content():
        if not isinstance(block, Table):
            yield block.text
            continue
        for row in block.rows:
            cells = [" ".join(_blocks(cell)).strip() for cell in _distinct(row.cells)]
            yield " | ".join(cells)


def _distinct(cells: Any) -> Iterator[Any]:
    """Yield the cells of a row; a merged one, which stands there repeatedly, once."""
    before = None
    for cell in cells:
        if before is None or cell._tc is not before._tc:
            yield cell
        before = cell
