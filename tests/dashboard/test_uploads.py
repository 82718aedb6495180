from pathlib import Path

import pytest

from dashboard.uploads import UploadError, read_upload


def write(folder: Path, content: bytes | str, name: str = "f.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


CSV = "input,context,output,label\nQ,C,O,hallucinated\n"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(CSV, id="plain"),
        pytest.param(b"\xef\xbb\xbf" + CSV.encode(), id="with a byte order mark"),
        pytest.param(CSV.encode("utf-16"), id="UTF-16"),
        pytest.param(CSV.replace(",", ";"), id="semicolons"),
        pytest.param(CSV.replace(",", "\t"), id="tabs"),
        pytest.param(CSV.replace("\n", "\r\n"), id="Windows lines"),
        pytest.param(
            '{"input": "Q", "context": "C", "output": "O", "label": "hallucinated"}\n',
            id="JSON Lines",
        ),
        pytest.param(
            '[{"input":"Q","context":["C"],"output":"O","label":"hallucinated"}]',
            id="a JSON list",
        ),
    ],
)
def test_one_sample_is_read_from_every_form(
    tmp_path: Path, content: bytes | str
) -> None:
    upload = read_upload(write(tmp_path, content))

    (sample,) = upload.samples
    assert (sample.input, sample.context, sample.output) == ("Q", ("C",), "O")
    assert sample.label == "hallucinated"
    assert upload.problems == []


def test_windows_letters_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, "output\ncafé €5\n".encode("cp1252"))

    assert read_upload(path).samples[0].output == "café €5"


def test_quoted_cells_keep_their_line_breaks_and_commas(tmp_path: Path) -> None:
    path = write(tmp_path, 'output,context\n"a,\nb","c ""d"""\n')

    (sample,) = read_upload(path).samples
    assert (sample.output, sample.context) == ("a,\nb", ('c "d"',))


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        pytest.param("plain", ("plain",), id="text"),
        pytest.param("", (), id="empty"),
        pytest.param('["a", "b"]', ("a", "b"), id="JSON list"),
        pytest.param("[1] a footnote", ("[1] a footnote",), id="text with a bracket"),
        pytest.param(
            '[{"text": "a"}, {"page_content": "b"}, {"content": "c"}]',
            ("a", "b", "c"),
            id="documents",
        ),
        pytest.param('[{"t": 4}]', ('{\n  "t": 4\n}',), id="objects"),
    ],
)
def test_a_context_cell_may_be_text_or_a_list(
    tmp_path: Path, cell: str, items: tuple[str, ...]
) -> None:
    quoted = '"' + cell.replace('"', '""') + '"'
    path = write(tmp_path, f"output,context\nO,{quoted}\n")

    assert read_upload(path).samples[0].context == items


def test_several_context_columns_are_one_context(tmp_path: Path) -> None:
    path = write(tmp_path, "output,context_1,context_2\nO,a,b\n")

    assert read_upload(path).samples[0].context == ("a", "b")


def test_other_columns_are_kept_as_metadata(tmp_path: Path) -> None:
    path = write(tmp_path, "output,model\nO,gpt\n")

    assert dict(read_upload(path).samples[0].metadata) == {"model": "gpt"}


def test_a_row_without_output_is_listed_and_stops_no_other(tmp_path: Path) -> None:
    path = write(tmp_path, "context,output\nC,O\nC\nC,P\n")

    upload = read_upload(path)

    assert [sample.output for sample in upload.samples] == ["O", "P"]
    assert [str(problem) for problem in upload.problems] == [
        "row 2: cells: 1, columns in the header: 2; a cell with the delimiter or a line "
        "break in it needs quotes around"
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param("", "f.csv is empty.", id="empty"),
        pytest.param(" \n", "f.csv is empty.", id="blank"),
        pytest.param("output,context\n", "f.csv holds no rows.", id="header only"),
        pytest.param(b"PK\x03\x04\x00\x00", "f.csv is a damaged Excel", id="archive"),
        pytest.param(b"a\x81\x8d\xff", "f.csv is neither UTF-8 nor", id="no encoding"),
        pytest.param('{"output": ', "f.csv is not JSON: ", id="broken JSON"),
        pytest.param(
            "[1]",
            "f.csv: no row can be read. The first, row 1: it is not an object but int.",
            id="no objects",
        ),
        pytest.param(
            "id,text\n1,2\n", "f.csv has no column with outputs", id="columns"
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(
    tmp_path: Path, content: bytes | str, sentence: str
) -> None:
    with pytest.raises(UploadError) as refused:
        read_upload(write(tmp_path, content))

    assert str(refused.value).startswith(sentence)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UploadError, match=r"There is no file .*nowhere\.csv"):
        read_upload(tmp_path / "nowhere.csv")
