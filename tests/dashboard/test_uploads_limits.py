"""Archives, bombs, binaries and giants are refused with a sentence, and quickly."""

import gzip
import io
import json
import lzma
import pickle
import tarfile
import zipfile
from pathlib import Path

import openpyxl  # type: ignore[import-untyped]
import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from pyarrow import parquet

from dashboard.upload_values import Limits, UploadError
from dashboard.uploads import read_upload

SMALL = Limits(
    file_bytes=100_000, unpacked_bytes=1024**2, rows=3, columns=4, cell=1_000, depth=4
)
CSV = b"output,context\nO,C\n"


def archive(**parts: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return written.getvalue()


def tar() -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as packed:
        info = tarfile.TarInfo("f.csv")
        info.size = len(CSV)
        packed.addfile(info, io.BytesIO(CSV))
    return written.getvalue()


def excel(sheet: bytes) -> bytes:
    """Return an Excel file whose first sheet has been replaced."""
    book, written = openpyxl.Workbook(), io.BytesIO()
    book.save(written)
    with zipfile.ZipFile(written) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    return archive(**{**parts, "xl/worksheets/sheet1.xml": sheet})


def parquet_file(*outputs: str) -> bytes:
    written = io.BytesIO()
    parquet.write_table(pa.table({"output": outputs}), written)
    return written.getvalue()


NAMESPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(gzip.compress(CSV), "f.csv is an archive.", id="gzip"),
        pytest.param(lzma.compress(CSV), "f.csv is an archive.", id="xz"),
        pytest.param(archive(**{"f.csv": CSV}), "f.csv is an archive.", id="zip"),
        pytest.param(tar(), "f.csv is an archive.", id="tar"),
        pytest.param(pickle.dumps([1]), "f.csv is a Python pickle", id="pickle"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "f.csv is a picture.", id="picture"),
        pytest.param(b"\x7fELF\x02\x01", "f.csv is a program.", id="program"),
        pytest.param(bytes(range(256)), "f.csv is not a text file.", id="binary"),
        pytest.param(b"%PDF-1.7", "f.csv is a document", id="PDF"),
        pytest.param(
            b"\xd0\xcf\x11\xe0\xa1\xb1", "f.csv is an old Office file.", id="xls"
        ),
        pytest.param(
            b"<!DOCTYPE html><html>", "f.csv is a web page", id="a page instead"
        ),
        pytest.param(b"PAR1PAR1", "f.csv is a damaged Parquet file", id="no Parquet"),
        pytest.param(
            excel(b"<worksheet"), "f.csv is a damaged Excel file", id="damaged Excel"
        ),
        pytest.param(
            b"\xff\xfe" + b"a\x00\x00\xd8a\x00",
            "f.csv begins as UTF-16 text but is damaged",
            id="damaged UTF-16",
        ),
        pytest.param(b"\xff\xfe" * 2, "f.csv holds no rows.", id="marks only"),
        pytest.param(b"{}", "f.csv holds no rows.", id="an empty object"),
        pytest.param(b"[]", "f.csv holds no rows.", id="an empty list"),
        pytest.param(
            b'[{"output": "a"} {"output": "b"}]' * 2,
            None,
            id="a list without commas",
        ),
        pytest.param(
            b"[" * 100_000, "f.csv: entry 1 is not JSON: lists", id="deeply nested list"
        ),
        pytest.param(
            b'{"a":' * 100_000, "f.csv is not JSON: lists", id="deeply nested object"
        ),
        pytest.param(
            b"output\n" + b'"' * 301, "f.csv: no row can be read.", id="quotes"
        ),
    ],
)
def test_what_is_no_table_of_samples_is_refused(
    content: bytes, sentence: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "f.csv"
    path.write_bytes(content)

    if sentence is None:
        upload = read_upload(path)
        assert [str(problem) for problem in upload.problems] == [
            "row 2: entry 2 is not JSON: a comma is missing before "
            '\'{"output": "b"}][{"o\'; nothing from there on could be read'
        ]
        return
    with pytest.raises(UploadError) as refused:
        read_upload(path)

    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(
            b"output\n" + b"a" * 100_000, "f is 0 MB long; at most 0 MB", id="bytes"
        ),
        pytest.param(
            b"output\na\nb\nc\nd\n", "f has more than 3 rows. Split it.", id="rows"
        ),
        pytest.param(b"a,b,c,d,output\n1,2,3,4,5\n", "f has 5 columns", id="columns"),
        pytest.param(
            b"output\n" + b"a" * 5_000, "f, line 2: it has more than 4,000", id="line"
        ),
        pytest.param(
            archive(
                **{
                    "[Content_Types].xml": b"<T/>",
                    "xl/workbook.xml": b"x" * 2 * 1024**2,
                }
            ),
            "f would unpack to 2 MB in 2 parts",
            id="Excel bomb",
        ),
        pytest.param(
            parquet_file("a" * 5_000), "f has a cell of 0 MB", id="Parquet giant"
        ),
        pytest.param(
            parquet_file(*(f"{n}" * 500 for n in range(1_000))),
            "f would unpack to 1 MB",
            id="Parquet bomb",
        ),
        pytest.param(
            parquet_file(*"abcd"), "f has more than 3 rows.", id="Parquet rows"
        ),
    ],
)
def test_what_is_over_a_limit_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(UploadError) as refused:
        read_upload(io.BytesIO(content), name="f", limits=SMALL)

    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        pytest.param(
            b"output\nA\n" + b'"' + b"a" * 1_500 + b'"\n',
            "row 2: its quotes or cells cannot be made out "
            "(field larger than field limit (1000))",
            id="CSV",
        ),
        pytest.param(
            json.dumps([{"output": "A"}, {"output": "a" * 1_500}]).encode(),
            "row 2, column 'output': the cell has over 1,000 characters",
            id="JSON",
        ),
        pytest.param(
            b'{"output": "A"}\n{"output": "' + b"a" * 3_000 + b'"}\n',
            "row 2: line 2 has over 1,000 characters",
            id="JSON Lines",
        ),
        pytest.param(
            json.dumps([{"output": "A"}, {"output": "B", "n": [[[[[[1]]]]]]}]).encode(),
            "row 2: lists and objects are nested too deeply",
            id="depth",
        ),
        pytest.param(
            json.dumps([{"output": "A"}, dict.fromkeys("abcde", "")]).encode(),
            "row 2: it has 5 cells; at most 4",
            id="cells",
        ),
    ],
)
def test_a_giant_row_stops_no_other(rows: bytes, problem: str) -> None:
    upload = read_upload(io.BytesIO(rows), name="f", limits=SMALL)

    assert [sample.output for sample in upload.samples] == ["A"]
    assert [str(found) for found in upload.problems] == [problem]


def test_a_sheet_with_a_cell_in_its_farthest_corner_takes_no_memory() -> None:
    def cell(place: bytes, text: bytes) -> bytes:
        return b'<c r="%b" t="inlineStr"><is><t>%b</t></is></c>' % (place, text)

    sheet = (
        b"<worksheet %b>" % NAMESPACE
        + b'<dimension ref="A1:XFD1048576"/><sheetData>'
        + b'<row r="1">%b</row>' % cell(b"A1", b"output")
        + b'<row r="200000">%b</row>' % cell(b"A200000", b"far below")
        + b"</sheetData></worksheet>"
    )

    upload = read_upload(io.BytesIO(excel(sheet)), name="f")

    assert [sample.output for sample in upload.samples] == ["far below"]


def test_entities_of_a_sheet_are_not_blown_up() -> None:
    laughs = b"".join(
        b'<!ENTITY l%d "%b">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10)
    )
    sheet = (
        b'<!DOCTYPE w [<!ENTITY l0 "lol">%b]>' % laughs
        + b"<worksheet %b><sheetData>" % NAMESPACE
        + b'<row r="1"><c r="A1" t="inlineStr"><is><t>output &l9;</t></is></c></row>'
        + b"</sheetData></worksheet>"
    )

    with pytest.raises(UploadError, match="f is a damaged Excel file"):
        read_upload(io.BytesIO(excel(sheet)), name="f")


def repeated(text: str, rows: int) -> io.BytesIO:
    """Return a Parquet file with a text in every row that it holds once."""
    column = pa.DictionaryArray.from_arrays([0] * rows, [text])
    written = io.BytesIO()
    parquet.write_table(pa.table({"output": column}), written)
    return written


def test_a_text_in_every_row_of_a_tiny_parquet_file_takes_its_memory_once() -> None:
    upload = read_upload(repeated("x" * 1_000_000, 50), name="f")

    assert len(upload.samples) == 50
    assert len({id(sample.output) for sample in upload.samples}) == 1


def test_a_tiny_file_that_holds_more_text_than_anybody_reads_is_refused() -> None:
    small = Limits(unpacked_bytes=1_000_000)

    with pytest.raises(UploadError, match="f unpacks to over 1,000,000 characters"):
        read_upload(repeated("x" * 1_000, 1_001), name="f", limits=small)
