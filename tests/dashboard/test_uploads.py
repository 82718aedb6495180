import io
from pathlib import Path
from typing import Any

import pytest

from dashboard.context_cells import context_items
from dashboard.drawn import with_more_context
from dashboard.label_cells import read_label
from dashboard.uploads import (
    RowProblem,
    UploadError,
    read_upload,
    write_problems,
)


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
        "row 2: cells: 1, columns in the header: 2; a cell with the delimiter or a "
        "line break in it needs quotes around"
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


@pytest.mark.parametrize(
    ("content", "outputs"),
    [
        pytest.param("output\nHello, world\n", ["Hello, world"], id="one column"),
        pytest.param('output\n"a\nb"\n', ["a\nb"], id="one column, two lines"),
        pytest.param("sep=|\noutput|b\na,b|c\n", ["a,b"], id="Excel's first line"),
        pytest.param("output,n\ra,1\rb,2\r", ["a", "b"], id="old Mac lines"),
        pytest.param('n,output\n1,5" pipe\n', ['5" pipe'], id="an inch"),
        pytest.param(
            'n,output\n1,"say \\"no\\", then"\n', ['say "no", then'], id="backslashes"
        ),
        pytest.param(r"n,output" "\n" r"1,C:\new" "\n", [r"C:\new"], id="a path"),
        pytest.param("output,n\na,1\nb,2", ["a", "b"], id="no last line end"),
        pytest.param(
            "n;output\n1;a, b, c\n2;d, e, f\n", ["a, b, c", "d, e, f"], id=";"
        ),
        pytest.param(
            "\n\noutput,n\n\na,1\n\n", ["a"], id="blank lines before and between"
        ),
        pytest.param(
            "output;n\na;1\n;\n; \nb;2\n;\n", ["a", "b"], id="delimiters alone"
        ),
        pytest.param('output\n""\na\n', ["", "a"], id="an empty output alone"),
        pytest.param('{"output": "a"}', ["a"], id="one object"),
        pytest.param(
            '{\n "output": "a",\n "n": [{"b": 1, "c": 2}]\n}', ["a"], id="pretty"
        ),
        pytest.param(
            '{"data": [{"output": "a", "n": 1}, {"output": "b", "n": 2}]}',
            ["a", "b"],
            id="a list in an object",
        ),
        pytest.param(
            '{"output": {"0": "a", "1": "b"}, "n": {"0": 1, "1": 2}}',
            ["a", "b"],
            id="columns as pandas writes them",
        ),
        pytest.param(
            '{"output": "a\u2028b"}\n{"output": "c"}', ["a\u2028b", "c"], id="sep"
        ),
        pytest.param(
            '[{"output": 4.5}, {"output": ["a"]}]', ["4.5", '["a"]'], id="values"
        ),
    ],
)
def test_outputs_are_read_as_they_were_meant(
    tmp_path: Path, content: str, outputs: list[str]
) -> None:
    upload = read_upload(write(tmp_path, content))

    assert [sample.output for sample in upload.samples] == outputs
    assert upload.problems == []


def test_the_rest_of_a_file_behind_an_open_quote_is_read(tmp_path: Path) -> None:
    upload = read_upload(write(tmp_path, 'output,n\na,1\nb,"2\nc,3\nd,4\n'))

    assert [sample.output for sample in upload.samples] == ["a", "c", "d"]
    assert upload.problems == [
        RowProblem(2, "", "a quote is opened and never closed"),
    ]


def test_a_long_list_is_read_entry_by_entry(tmp_path: Path) -> None:
    entry = '{"output": "%s"}' % ("a" * 700_000)
    path = write(tmp_path, "[" + ", ".join([entry] * 5) + "]")

    assert [len(s.output) for s in read_upload(path).samples] == [700_000] * 5


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        pytest.param(None, [], id="nothing"),
        pytest.param(["a", None, "b"], ["a", "b"], id="a gap"),
        pytest.param([["T", ["A. ", "B."]], "c"], ["T\nA. \nB.", "c"], id="sentences"),
        pytest.param({"title": "T", "text": "A"}, ["T\nA"], id="a title"),
        pytest.param({"title": "A", "text": "A b"}, ["A b"], id="a title said twice"),
        pytest.param({"document": {"content": "A"}}, ["A"], id="a document inside"),
        pytest.param(
            {"passage_text": ["a", "b"], "url": ["u", "v"]}, ["a", "b"], id="many"
        ),
        pytest.param({"name": "x"}, [{"name": "x"}], id="an object"),
        pytest.param("[1937]", ["[1937]"], id="a number in brackets"),
        pytest.param('["a", "b"', ['["a", "b"'], id="a broken list"),
        pytest.param("[" * 100_000, ["[" * 100_000], id="brackets only"),
        pytest.param(
            [{"role": "tool", "content": "21", "name": "t"}],
            ["Result of t:\n21"],
            id="tool",
        ),
        pytest.param(
            [
                {
                    "type": "function_call",
                    "call_id": "c",
                    "name": "t",
                    "arguments": "{}",
                },
                {"type": "function_call_output", "call_id": "c", "output": "21"},
                {"role": "assistant", "content": "It is 21."},
            ],
            ["Result of t:\n21"],
            id="items of a response",
        ),
    ],
)
def test_a_context_is_found_in_every_shape(cell: Any, items: list[Any]) -> None:
    assert context_items(cell) == items


@pytest.mark.parametrize(
    ("cell", "column", "label"),
    [
        pytest.param("Hallucinated", "label", "hallucinated", id="word"),
        pytest.param("not_supported", "label", "hallucinated", id="two words"),
        pytest.param("PASS", "label", "faithful", id="PASS"),
        pytest.param("yes", "hallucination", "hallucinated", id="yes"),
        pytest.param("yes", "is_faithful", "faithful", id="the other way round"),
        pytest.param(True, "hallucinated", "hallucinated", id="true"),
        pytest.param(0, "is_hallucination", "faithful", id="0"),
        pytest.param(1.0, "is_hallucination", "hallucinated", id="1.0"),
        pytest.param(1, "label", None, id="1 of a column that does not say which"),
        pytest.param("", "label", None, id="blank"),
        pytest.param(None, "label", None, id="nothing"),
        pytest.param([], "labels", "faithful", id="no spans"),
        pytest.param('[{"start": 1}]', "labels", "hallucinated", id="spans as text"),
        pytest.param([{"label": ["Benign"]}], "annotations", "faithful", id="benign"),
        pytest.param([{"label": ["Questionable"]}], "annotations", None, id="unclear"),
        pytest.param("[broken", "labels", None, id="broken list"),
        pytest.param({"other": 1}, "labels", None, id="an object"),
    ],
)
def test_a_label_is_read_where_it_is_clear(
    cell: Any, column: str, label: str | None
) -> None:
    assert read_label(cell, column) == label


def test_problems_are_written_as_cells_that_no_spreadsheet_runs() -> None:
    stream = io.StringIO(newline="")

    count = write_problems(
        [RowProblem(2, "=a", "x, y"), RowProblem(3, "", "z")], stream
    )

    assert count == 2
    assert stream.getvalue() == ('row,column,reason\r\n2,\'=a,"x, y"\r\n3,,z\r\n')


def test_a_document_can_be_the_context_of_a_whole_batch(tmp_path: Path) -> None:
    upload = read_upload(write(tmp_path, "output,context,label,n\nO,C,faithful,1\n"))

    sample = with_more_context(upload.samples[0], ["D"])

    assert (sample.output, sample.context, sample.label) == (
        "O",
        ("C", "D"),
        "faithful",
    )
    assert dict(sample.metadata) == {"n": "1"}
