import pytest

from dashboard.columns import Columns, find_columns
from dashboard.upload_values import UploadError


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        pytest.param(
            ["input", "context", "output", "label"],
            Columns("output", ("context",), "input", "label"),
            id="our own words",
        ),
        pytest.param(
            ["user_input", "retrieved_contexts", "response", "reference"],
            Columns("response", ("retrieved_contexts",), "user_input"),
            id="Ragas",
        ),
        pytest.param(
            ["knowledge", "question", "right_answer", "hallucinated_answer"],
            Columns("hallucinated_answer", ("knowledge",), "question"),
            id="HaluEval",
        ),
        pytest.param(
            ["Question", "Passage", "Answer", "Label"],
            Columns("Answer", ("Passage",), "Question", "Label"),
            id="capitals",
        ),
        pytest.param(
            ["modelOutput", "retrievalContext"],
            Columns("modelOutput", ("retrievalContext",)),
            id="camel case",
        ),
        pytest.param(
            ["context_1", "context_2", "answer", "id"],
            Columns("answer", ("context_1", "context_2")),
            id="several context columns",
        ),
        pytest.param(["summary"], Columns("summary"), id="no context"),
    ],
)
def test_columns_are_found_by_the_names_people_use(
    names: list[str], columns: Columns
) -> None:
    assert find_columns(names, name="f.csv") == columns


def test_named_columns_are_taken_as_said() -> None:
    found = find_columns(
        ["a", "b", "c", "output"], name="f.csv", output="a", context="b,c", input="c"
    )

    assert found == Columns("a", ("b", "c"), "c")


def test_a_file_without_outputs_is_refused_with_what_it_has() -> None:
    with pytest.raises(UploadError) as refused:
        find_columns(["id", "text"], name="f.csv")

    assert str(refused.value) == (
        "f.csv has no column with outputs. It has: id, text. "
        "Name the column 'output', or say which one with --output-column."
    )


def test_a_named_column_that_is_not_there_is_refused() -> None:
    with pytest.raises(UploadError, match=r"f\.csv has no column 'x'\. It has: output"):
        find_columns(["output"], name="f.csv", context="x")
