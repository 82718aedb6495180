"""Data sets and exports of other tools, by the columns that they really have."""

import json
from pathlib import Path
from typing import Any

import pytest

from dashboard.columns import Columns
from dashboard.uploads import Wanted, preview_upload, read_upload

PASSAGE = "The bridge opened in 1937 and cost 35 million dollars, says the town record."
SPAN = {"start": 0, "end": 4, "text": "1938", "label_type": "Evident Conflict"}


def sets() -> dict[str, tuple[list[dict[str, Any]], Columns, tuple[str, ...], Any]]:
    """Return rows, the columns to be found, and of the first row context and label."""
    return {
        "RAGTruth, responses joined to their sources": (
            [
                {
                    "id": "1",
                    "source_id": "11",
                    "model": "gpt-4",
                    "temperature": 0.7,
                    "labels": [SPAN],
                    "split": "test",
                    "quality": "good",
                    "response": "It opened in 1938.",
                    "task_type": "QA",
                    "source": "MARCO",
                    "source_info": {"question": "When?", "passages": PASSAGE},
                    "prompt": "Answer briefly: When?",
                }
            ],
            Columns("response", ("source_info",), "prompt", "labels"),
            (PASSAGE,),
            "hallucinated",
        ),
        "RAGTruth, processed": (
            [
                {
                    "id": "1",
                    "query": "When?",
                    "context": PASSAGE,
                    "output": "It opened in 1937.",
                    "task_type": "QA",
                    "hallucination_labels": "[]",
                    "hallucination_labels_processed": {
                        "evident_conflict": 0,
                        "baseless_info": 0,
                    },
                    "input_str": "...",
                }
            ],
            Columns("output", ("context",), "query", "hallucination_labels_processed"),
            (PASSAGE,),
            "faithful",
        ),
        "HaluEval, question and two answers": (
            [
                {
                    "knowledge": PASSAGE,
                    "question": "When?",
                    "right_answer": "1937",
                    "hallucinated_answer": "It opened in 1938.",
                }
            ],
            Columns("hallucinated_answer", ("knowledge",), "question"),
            (PASSAGE,),
            "hallucinated",
        ),
        "HaluEval, dialogue": (
            [
                {
                    "knowledge": PASSAGE,
                    "dialogue_history": "[Human]: When did it open?",
                    "right_response": "In 1937.",
                    "hallucinated_response": "In 1938.",
                }
            ],
            Columns("hallucinated_response", ("knowledge",), "dialogue_history"),
            (PASSAGE,),
            "hallucinated",
        ),
        "HaluEval, summaries": (
            [
                {
                    "document": PASSAGE,
                    "right_summary": "It opened in 1937.",
                    "hallucinated_summary": "It opened in 1938.",
                }
            ],
            Columns("hallucinated_summary", ("document",)),
            (PASSAGE,),
            "hallucinated",
        ),
        "HaluEval, samples": (
            [
                {
                    "knowledge": PASSAGE,
                    "question": "When?",
                    "answer": "1937",
                    "hallucination": "no",
                }
            ],
            Columns("answer", ("knowledge",), "question", "hallucination"),
            (PASSAGE,),
            "faithful",
        ),
        "HaluBench": (
            [
                {
                    "id": "a",
                    "passage": PASSAGE,
                    "question": "When?",
                    "answer": "1938",
                    "label": "FAIL",
                    "source_ds": "DROP",
                }
            ],
            Columns("answer", ("passage",), "question", "label"),
            (PASSAGE,),
            "hallucinated",
        ),
        "FaithBench": (
            [
                {
                    "sample_id": 0,
                    "source": PASSAGE,
                    "summary": "It opened in 1938.",
                    "annotations": [{"label": ["Unwanted", "Unwanted.Instrinsic"]}],
                    "meta_model": "m",
                }
            ],
            Columns("summary", ("source",), None, "annotations"),
            (PASSAGE,),
            "hallucinated",
        ),
        "Ragas": (
            [
                {
                    "user_input": "When?",
                    "retrieved_contexts": [PASSAGE, "Else."],
                    "response": "In 1937.",
                    "reference": "It opened in 1937.",
                    "faithfulness": 1.0,
                }
            ],
            Columns("response", ("retrieved_contexts",), "user_input"),
            (PASSAGE, "Else."),
            None,
        ),
        "Ragas, before": (
            [
                {
                    "question": "When?",
                    "answer": "In 1937.",
                    "contexts": str([PASSAGE, "Else."]),
                    "ground_truth": "It opened in 1937.",
                }
            ],
            Columns("answer", ("contexts",), "question"),
            (PASSAGE, "Else."),
            None,
        ),
        "DeepEval": (
            [
                {
                    "input": "When?",
                    "actual_output": "In 1937.",
                    "expected_output": "It opened in 1937.",
                    "context": None,
                    "retrieval_context": [PASSAGE],
                    "name": "test_case_0",
                }
            ],
            Columns("actual_output", ("retrieval_context",), "input"),
            (PASSAGE,),
            None,
        ),
        "DeepEval, a test run": (
            [
                {
                    "name": "test_case_0",
                    "input": "When?",
                    "actualOutput": "In 1937.",
                    "expectedOutput": "It opened in 1937.",
                    "context": [PASSAGE],
                    "success": True,
                    "metricsData": [{"name": "Hallucination", "score": 0}],
                }
            ],
            Columns("actualOutput", ("context",), "input"),
            (PASSAGE,),
            None,
        ),
        "promptfoo, a table": (
            [
                {
                    "context": PASSAGE,
                    "question": "When?",
                    "[openai:gpt-5-mini] Answer from {{context}}": "In 1937.",
                    "Status": "PASS",
                    "Score": "1.00",
                }
            ],
            Columns(
                "[openai:gpt-5-mini] Answer from {{context}}", ("context",), "question"
            ),
            (PASSAGE,),
            None,
        ),
        "TruLens": (
            [
                {
                    "app_name": "RAG",
                    "app_version": "base",
                    "app_id": "a",
                    "record_id": "r",
                    "input": "When?",
                    "output": "In 1937.",
                    "tags": "",
                    "context": [PASSAGE],
                    "Groundedness": 1.0,
                    "latency": 2,
                }
            ],
            Columns("output", ("context",), "input"),
            (PASSAGE,),
            None,
        ),
        "Phoenix, spans": (
            [
                {
                    "name": "query",
                    "span_kind": "CHAIN",
                    "context.span_id": "s",
                    "context.trace_id": "t",
                    "attributes.input.value": "When?",
                    "attributes.output.value": "In 1937.",
                    "attributes.retrieval.documents": [
                        {"document.content": PASSAGE, "document.score": 0.9}
                    ],
                }
            ],
            Columns(
                "attributes.output.value",
                ("attributes.retrieval.documents",),
                "attributes.input.value",
            ),
            (PASSAGE,),
            None,
        ),
        "Phoenix, questions and answers": (
            [
                {
                    "context.span_id": "s",
                    "input": "When?",
                    "output": "In 1937.",
                    "reference": PASSAGE,
                }
            ],
            Columns("output", ("reference",), "input"),
            (PASSAGE,),
            None,
        ),
    }


@pytest.mark.parametrize("name", sets())
def test_the_columns_of_other_peoples_files_are_found(
    name: str, tmp_path: Path
) -> None:
    rows, columns, context, label = sets()[name]
    path = tmp_path / "f.json"
    path.write_text(json.dumps(rows))

    upload = read_upload(path)

    assert upload.columns == columns
    assert upload.samples[0].context == context
    assert upload.samples[0].label == label


def write(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    path = tmp_path / "f.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    ("row", "columns"),
    [
        pytest.param(
            {"Q": "When?", "gpt-4 answer": "In 1937.", "expected answer": "x"},
            Columns("gpt-4 answer"),
            id="an output by a word of its name",
        ),
        pytest.param(
            {"answer": "In 1937.", "hits": [{"id": 1, "text": PASSAGE}]},
            Columns("answer", ("hits",)),
            id="a context by its documents",
        ),
        pytest.param(
            {"answer": "In 1937.", "wiki": PASSAGE * 4, "url": "https://a.b/c"},
            Columns("answer", ("wiki",)),
            id="a context by its length",
        ),
        pytest.param(
            {"answer": "In 1937.", "source": "https://a.b/c", "article": PASSAGE},
            Columns("answer", ("article",)),
            id="not a link for a context",
        ),
        pytest.param(
            {"answer": {"id": 7}, "response": "In 1937.", "context": PASSAGE},
            Columns("response", ("context",)),
            id="not an object for an output",
        ),
        pytest.param(
            {"data": {"answer": "In 1937.", "doc": {"context": PASSAGE}}},
            Columns("data.answer", ("data.doc.context",)),
            id="inside of objects",
        ),
        pytest.param(
            {"answer": "In 1937.", "source": "MARCO"},
            Columns("answer"),
            id="no context where nothing looks like one",
        ),
    ],
)
def test_columns_are_found_by_what_is_in_them(
    row: dict[str, Any], columns: Columns, tmp_path: Path
) -> None:
    assert read_upload(write(tmp_path, row)).columns == columns


def test_a_preview_shows_the_first_rows_and_what_was_found(tmp_path: Path) -> None:
    rows = [{"id": at, "answer": f"A{at}", "context": [f"C{at}"]} for at in range(30)]
    rows[1].pop("answer")

    preview = preview_upload(write(tmp_path, *rows), rows=3)

    assert preview.form == "JSON Lines, UTF-8"
    assert preview.names == ("id", "answer", "context")
    assert preview.columns == Columns("answer", ("context",))
    assert [sample.output for sample in preview.samples] == ["A0", "A2"]
    assert [problem.row for problem in preview.problems] == [2]
    assert not preview.is_export


def test_a_preview_without_outputs_shows_the_columns_to_choose_from(
    tmp_path: Path,
) -> None:
    path = write(tmp_path, {"id": 1, "said": "In 1937.", "more": {"ctx": "C"}})

    unknown = preview_upload(path)
    chosen = preview_upload(path, Wanted(output="said", context=["more.ctx"]))

    assert unknown.columns is None
    assert unknown.names == ("id", "said", "more", "more.ctx")
    assert chosen.columns == Columns("said", ("more.ctx",))
    assert chosen.samples[0].context == ("C",)
