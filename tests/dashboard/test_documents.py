import io
import zipfile
from pathlib import Path

import docx
import pypdf
import pytest
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from dashboard.documents import read_document
from dashboard.upload_values import Limits, UploadError


def pdf(*pages: str, password: str | None = None) -> io.BytesIO:
    """Return a PDF with a line of text on each page; a blank one has no text."""
    writer = pypdf.PdfWriter()
    for line in pages:
        page = writer.add_blank_page(200, 200)
        font = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Font"),
                NameObject("/Subtype"): NameObject("/Type1"),
                NameObject("/BaseFont"): NameObject("/Helvetica"),
            }
        )
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        if line:
            content = DecodedStreamObject()
            content.set_data(f"BT /F1 12 Tf 10 100 Td ({line}) Tj ET".encode())
            page[NameObject("/Contents")] = content
    if password is not None:
        writer.encrypt(password, algorithm="RC4-128")
    written = io.BytesIO()
    writer.write(written)
    return written


def word() -> io.BytesIO:
    document = docx.Document()
    document.add_heading("Bridges", 1)
    document.add_paragraph("It opened in 1937.")
    table = document.add_table(2, 2)
    for row, cells in enumerate((("Name", "Year"), ("Golden Gate", "1937"))):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    document.add_paragraph("It is red.")
    written = io.BytesIO()
    document.save(written)
    return written


PAGE = """<!DOCTYPE html><html><head><title>T</title><style>p {}</style></head><body>
<h1>Bridges</h1><p>It <b>opened</b> in
 1937.<br>Really.</p><script>alert(1)</script><p style="display: none">secret</p>
<table><tr><th>Name</th><th>Year</th></tr><tr><td>Golden&nbsp;Gate</td><td>1937</td></tr>
</table><ul><li>a &lt;b&gt;</li><li>$5</li></ul><!-- note --></body></html>"""
SEEN = (
    "Bridges\nIt opened in 1937.\nReally.\nName | Year\nGolden Gate | 1937\na <b>\n$5"
)


@pytest.mark.parametrize(
    ("content", "name", "form", "text"),
    [
        pytest.param(b"a\r\nb\n", "a.txt", "Text, UTF-8", "a\nb", id="text"),
        pytest.param(b"# A\n\n*b*", "a.md", "Markdown, UTF-8", "# A\n\n*b*", id="md"),
        pytest.param(
            "caf\xe9 \u20ac5".encode("cp1252"),
            "a.txt",
            "Text, Windows-1252",
            "caf\xe9 \u20ac5",
            id="Windows letters",
        ),
        pytest.param(PAGE.encode(), "a.txt", "HTML", SEEN, id="HTML called text"),
        pytest.param(PAGE.encode("utf-16"), "a.html", "HTML", SEEN, id="UTF-16 HTML"),
        pytest.param(
            b'<html><meta charset="iso-8859-2"><p>\xb1\xea</p></html>',
            "a.html",
            "HTML",
            "\u0105\u0119",
            id="a page that says how it is encoded",
        ),
        pytest.param(
            word().getvalue(),
            "a.docx",
            "Word",
            "Bridges\nIt opened in 1937.\nName | Year\nGolden Gate | 1937\nIt is red.",
            id="Word",
        ),
        pytest.param(
            pdf("It opened in 1937.", "It is red.").getvalue(),
            "a.pdf",
            "PDF, 2 pages",
            "It opened in 1937.\n\nIt is red.",
            id="PDF",
        ),
        pytest.param(
            pdf("Open.", password="").getvalue(),
            "a.pdf",
            "PDF, 1 page",
            "Open.",
            id="PDF that needs no password",
        ),
    ],
)
def test_the_text_of_a_document_is_read_whatever_it_is_called(
    content: bytes, name: str, form: str, text: str
) -> None:
    document = read_document(io.BytesIO(content), name)

    assert (document.name, document.form, document.text) == (name, form, text)


def test_a_document_on_the_disk_brings_its_name(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("It opened in 1937.")

    assert read_document(path).name == "note.txt"


def archive(**parts: str) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text)
    return written.getvalue()


BOMB = {
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": "x" * 300 * 1024**2,
}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(b"", "f is empty.", id="empty"),
        pytest.param(b" \n", "f holds no text.", id="blank"),
        pytest.param(b"<html><!-- a -->", "f holds no text.", id="comments only"),
        pytest.param(pdf("").getvalue(), "f holds no text. If it is a scan", id="scan"),
        pytest.param(
            pdf("a", password="x").getvalue(), "f is locked with a password.", id="lock"
        ),
        pytest.param(b"%PDF-1.7 nothing", "f is a damaged PDF", id="damaged PDF"),
        pytest.param(archive(a="b"), "f is an archive.", id="archive"),
        pytest.param(archive(**BOMB), "f would unpack to 300 MB", id="bomb"),
        pytest.param(
            archive(**{"[Content_Types].xml": "<T/>", "word/document.xml": "<w/>"}),
            "f is a damaged Word file",
            id="damaged Word",
        ),
        pytest.param(b"\x00\x01\x02\xff\x00\x00", "f is not a text file.", id="binary"),
        pytest.param(b"PAR1", "f is a table.", id="table"),
        pytest.param(b"a" * 5_000_001, "f holds 5,000,001 characters", id="long"),
    ],
)
def test_a_document_that_cannot_be_read_is_refused_with_a_sentence(
    content: bytes, sentence: str
) -> None:
    with pytest.raises(UploadError) as refused:
        read_document(io.BytesIO(content), "f")

    assert str(refused.value).startswith(sentence)


def test_a_document_over_the_limit_is_refused() -> None:
    with pytest.raises(UploadError, match=r"f is 2 MB long; at most 1 MB are read\."):
        read_document(
            io.BytesIO(b"a" * 2 * 1024**2), "f", limits=Limits(file_bytes=1024**2)
        )


def test_a_page_that_is_nested_deeply_is_read() -> None:
    page = b"<html><body>" + b"<div>" * 1_000 + b"deep" + b"</div>" * 1_000

    assert read_document(io.BytesIO(page), "f").text == "deep"


def test_a_page_whose_depth_would_lose_texts_is_refused() -> None:
    page = b"<html><body>" + b"<div>" * 100_000 + b"deep" + b"</div>" * 100_000

    with pytest.raises(UploadError, match="f cannot be read as a web page: elements"):
        read_document(io.BytesIO(page), "f")
