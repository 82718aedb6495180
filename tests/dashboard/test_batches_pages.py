"""Batches in the page: from a dropped file to what came of it, in every state."""

import csv
import io
import json
from pathlib import Path

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from dashboard import resources
from dashboard.views import batch_list, exports, upload_columns
from storage.batches import (
    cancel_batch,
    create_batch,
    get_batch,
    list_batches,
    pause_batch,
)
from storage.notes import notes
from storage.reviews import set_verdict
from storage.runs import get_run, list_runs, queue_runs, save_runs, take_runs
from storage.tags import add_tag
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunFilter,
    RunSettings,
)

APP = Path(resources.__file__).with_name("app.py")
HOSTILE = "<script>alert(1)</script> ![x](https://example.test/x.png) $5 and $6 :red[x]"
ESCAPED = (
    "&lt;script&gt;alert(1)&lt;/script&gt; ![x](https://example.test/x.png) "
    "$5 and $6 :red[x]"
)

pytestmark = pytest.mark.usefixtures("database")


def page(name: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.query_params.update({key: [value] for key, value in query.items()})
    if name != "score":
        app.switch_page(f"views/{name}.py")
    return app.run()


def dropped(name: str, data: bytes) -> AppTest:
    """The page of batches with a file on it, read to its end."""
    app = page("batches")
    app.file_uploader[0].set_value((name, data, "application/octet-stream")).run()
    return app


def csv_file(*rows: tuple[str, ...]) -> bytes:
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    return stream.getvalue().encode()


ROWS = csv_file(
    ("id", "question", "context", "answer", "label"),
    ("a", "When?", "It opened in 1937.", "It opened in 1938.", "hallucinated"),
    ("b", "When?", "It opened in 1937.", "It opened in 1937.", "faithful"),
)


def html_of(app: AppTest) -> str:
    bodies = (element.value for element in app.html)
    return "".join(body for body in bodies if not body.startswith("<style>"))


def asked_batch(app: AppTest) -> str:
    return "".join(app.query_params["batch"])


def estimated(app: AppTest) -> AppTest:
    """Rerun the page, which waits a little each time, until the estimate is there."""
    for _ in range(60):
        if "Reckoning" not in html_of(app):
            break
        app.run()
    return app


def messages(app: AppTest) -> str:
    kinds = (app.markdown, app.caption, app.title, app.subheader, app.info, app.error)
    return "".join(str(element.value) for kind in kinds for element in kind)


def press(app: AppTest, label: str) -> AppTest:
    return next(b for b in app.button if b.label.startswith(label)).click().run()


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def made_batch(engine: Engine, *, runs: int = 3, name: str = "nightly") -> int:
    """Keep a batch of queued runs of a model that nobody can ask."""
    settings = RunSettings(judge="nobody/knows-it")
    batch_id = create_batch(engine, name=name, settings=settings, file_name="a.csv")
    samples = [NewSample(f"It is {n}.", (f"It is {n}.",)) for n in range(runs)]
    queue_runs(engine, samples, settings, source="page", batch_id=batch_id)
    return batch_id


def end(engine: Engine, batch_id: int, *errors: str | None) -> None:
    """Let the oldest runs of a batch end, each with its error, or scored."""
    taken = take_runs(engine, worker="w", limit=len(errors), batch_id=batch_id)
    claim = NewClaim("It is 0.", 0, 8, NewVerdict("supported"))
    save_runs(
        engine,
        [
            FinishedRun(run.run_id, "failed", None, 0.0, 0.0, "", error=error)
            if error
            else FinishedRun(
                run.run_id, "scored", 0.0, 1.0, 1.0, "So it is.", claims=(claim,)
            )
            for run, error in zip(taken, errors, strict=True)
        ],
        worker="w",
    )


def test_without_batches_the_page_says_what_to_do() -> None:
    app = page("batches")

    assert not app.exception
    assert "No batches yet. Drop a file above" in html_of(app)


def test_a_file_is_mapped_previewed_estimated_and_started(engine: Engine) -> None:
    app = dropped("answers.csv", ROWS)

    assert not app.exception
    shown = html_of(estimated(app))
    assert "<strong>answers.csv</strong>" in shown
    assert "CSV with commas, UTF-8" in shown
    assert "2 rows read: 2 samples can be judged." in shown
    assert [s.value for s in app.selectbox][:3] == ["answer", "question", "label"]
    assert app.multiselect[0].value == ["context"]
    assert "Kept as metadata: id." in shown
    assert '<dd dir="auto">It opened in 1938.</dd>' in shown
    assert '<dt>Claims</dt><dd dir="auto">about 2</dd>' in shown
    assert "none, judged on this machine" in shown

    press(app, "Start: 2 samples")
    resources.feeder().join()

    (batch,) = list_batches(engine)
    assert (batch.name, batch.file_name, batch.runs) == ("answers", "answers.csv", 2)
    runs = list_runs(engine, RunFilter(batch=batch.batch_id), sort="oldest")
    details = get_run(engine, runs[0].run_id)
    assert details is not None
    assert details.sample == NewSample(
        "It opened in 1938.",
        ("It opened in 1937.",),
        "When?",
        "hallucinated",
        {"id": "a"},
    )
    assert asked_batch(app) == str(batch.batch_id)
    assert list(resources.feeder().folder.iterdir()) == []


def test_other_columns_can_be_chosen_and_the_preview_follows() -> None:
    app = dropped("answers.csv", ROWS)

    app.selectbox[0].set_value("question").run()
    app.multiselect[0].set_value(["answer", "context"]).run()
    app.selectbox[1].set_value(upload_columns.NO_COLUMN).run()

    shown = html_of(app)
    assert '<dt>Output</dt><dd dir="auto">When?</dd>' in shown
    assert "<dt>Context, 2 items</dt>" in shown
    assert "<dt>Input</dt>" not in shown


def test_a_file_without_a_known_column_asks_which_one_holds_the_outputs() -> None:
    app = dropped("odd.csv", csv_file(("zz1", "zz2"), ("1", "2"), ("3", "4")))
    assert not app.exception
    assert "No column's name tells that it holds outputs." in app.info[0].value

    app.selectbox[0].set_value("zz1").run()

    assert "2 samples can be judged" in html_of(app)


def test_rows_that_cannot_be_used_are_listed_and_do_not_stop_the_others() -> None:
    lines = [
        json.dumps({"answer": f"It is {n}.", "context": "It is 1."}) for n in (1, 2)
    ]
    broken = '{"answer": "It is'
    app = dropped("lines.jsonl", "\n".join([lines[0], broken, lines[1]]).encode())

    shown = html_of(app)
    assert "3 rows read: 2 samples can be judged." in shown
    assert "1 row cannot be used, and the others can" in shown
    assert '<td>2</td><td dir="auto">the whole row</td>' in shown
    assert "Start: 2 samples" in labels(app)


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        pytest.param(
            "a.zip", b"PK\x03\x04" + b"x" * 90, "a.zip is a damaged", id="zip"
        ),
        pytest.param("a.csv", b"", "a.csv is empty", id="empty"),
        pytest.param("a.pdf", b"%PDF-1.7 x", "is a document, not a table", id="pdf"),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_a_sentence(
    name: str, data: bytes, sentence: str
) -> None:
    app = dropped(name, data)

    assert not app.exception
    assert "This file cannot be used." in html_of(app)
    assert sentence in html_of(app)


def test_hostile_texts_and_names_stay_literal(engine: Engine) -> None:
    row = {"answer": HOSTILE, "context": [HOSTILE], "question": HOSTILE, HOSTILE: 1}
    app = dropped(f"{HOSTILE}.jsonl", json.dumps(row).encode())

    assert not app.exception
    assert f'<dd dir="auto">{ESCAPED}</dd>' in html_of(app)
    assert f"Kept as metadata: {ESCAPED[:20]}" in html_of(app)
    assert "<script" not in html_of(app)
    assert "example.test" not in messages(app)

    batch_id = made_batch(engine, name=HOSTILE)
    pause_batch(engine, batch_id)
    shown = page("batch", batch=str(batch_id))
    assert f">{ESCAPED}</h1>" in html_of(shown)
    assert "example.test" not in messages(shown)


def test_context_for_all_samples_is_typed_or_read_from_documents(
    engine: Engine,
) -> None:
    app = dropped("answers.csv", ROWS)
    app.file_uploader[0].set_value(
        [
            ("facts.md", b"# Facts\n\nIt is red.", "text/markdown"),
            ("scan.png", b"\x89PNG\r\n", "image/png"),
        ]
    ).run()

    assert app.text_area[0].value == "# Facts\n\nIt is red."
    assert "scan.png is a picture. Give a file of texts." in html_of(app)

    app.text_area[0].set_value("It is red.").run()
    press(app, "Start")
    resources.feeder().join()

    run, _ = list_runs(engine, RunFilter(), sort="oldest")
    details = get_run(engine, run.run_id)
    assert details is not None
    assert details.sample.context == ("It opened in 1937.", "It is red.")


def test_what_people_said_comes_back_with_an_export(engine: Engine) -> None:
    sample = NewSample("It is 0.", ("It is 1.",))
    (run_id,) = queue_runs(engine, [sample], RunSettings(), source="code")
    take_runs(engine, worker="w", limit=1)
    claim = NewClaim("It is 0.", 0, 8, NewVerdict("contradicted"))
    save_runs(
        engine,
        [FinishedRun(run_id, "scored", 1.0, 1.0, 1.0, "No.", claims=(claim,))],
        worker="w",
    )
    details = get_run(engine, run_id)
    assert details is not None
    set_verdict(engine, details.claims[0].claim_id, label="supported", person="Ada")
    add_tag(engine, [run_id], name="look", person="Ada")
    exported = exports.csv_bytes(engine, RunFilter())

    app = dropped("export.csv", exported)
    assert "This is an export of this dashboard" in html_of(app)
    assert "1 person&#x27;s verdict, 0 flags, 1 run with tags and 0 notes" in html_of(
        app
    )
    press(app, "Start")
    resources.feeder().join()
    newest = list_runs(engine, RunFilter())[0].run_id
    assert resources.worker().wait_for([newest], timeout_s=20)

    again = get_run(engine, newest)
    assert newest != run_id
    assert again is not None
    assert again.tags == ("look",)
    assert again.claims[0].verdicts[-1].by == "import"
    assert again.claims[0].label == "supported"
    assert notes(engine, newest) == []


def test_the_list_says_how_each_batch_stands(engine: Engine) -> None:
    first = made_batch(engine, name="first")
    pause_batch(engine, first)
    second = made_batch(engine, name="second", runs=2)
    cancel_batch(engine, second)

    shown = batch_list.columns(list_batches(engine))

    assert shown["name"] == ["second", "first"]
    assert shown["state"] == [["Cancelled"], ["Paused"]]
    assert shown["progress"] == [100.0, 0.0]
    assert shown["runs"] == [2, 3]


def test_a_click_on_a_line_opens_its_batch(engine: Engine) -> None:
    batch_id = made_batch(engine)
    pause_batch(engine, batch_id)
    app = page("batches")
    app.session_state[batch_list.key_of(list_batches(engine))] = {
        "selection": {"rows": [], "columns": [], "cells": [(0, "name")]}
    }
    app.run()

    assert asked_batch(app) == str(batch_id)


def test_failures_are_grouped_by_cause_with_the_first_message(engine: Engine) -> None:
    batch_id = made_batch(engine)
    slow = "nobody/knows-it gave no usable answer (3 tries): no reply in time"
    end(engine, batch_id, slow, None, slow)

    app = page("batch", batch=str(batch_id))

    assert not app.exception
    shown = html_of(app)
    assert "<td>Timeout</td><td>2</td>" in shown
    assert slow in shown
    assert "Repeat 2 failed" in labels(app)
    assert '<dt>Claims found</dt><dd dir="auto">1</dd>' in shown


def test_a_paused_batch_is_resumed_and_cancelled(engine: Engine) -> None:
    batch_id = made_batch(engine)
    pause_batch(engine, batch_id)
    app = page("batch", batch=str(batch_id))
    assert labels(app)[:2] == ["Resume", "Cancel"]

    press(app, "Cancel")
    batch = get_batch(engine, batch_id)
    assert batch is not None
    assert (batch.state, dict(batch.statuses)) == ("cancelled", {"cancelled": 3})
    assert labels(app)[0] == "Resume"

    press(app, "Resume")
    batch = get_batch(engine, batch_id)
    assert batch is not None
    assert batch.state == "active"


def test_a_batch_is_renamed_marked_and_scored_again(engine: Engine) -> None:
    batch_id = made_batch(engine)
    pause_batch(engine, batch_id)
    app = page("batch", batch=str(batch_id))

    app.text_input(key=f"rename_{batch_id}").set_value("weekly").run()
    press(app, "Rename")
    app.toggle(key=f"baseline_{batch_id}").set_value(True).run()
    press(app, "Score again")

    former = get_batch(engine, batch_id)
    assert former is not None
    assert (former.name, former.baseline) == ("weekly", True)
    newest = list_batches(engine)[0]
    assert (newest.name, newest.settings.judge) == ("weekly · offline", "offline")
    assert newest.runs == 3


def test_a_batch_that_does_not_exist_is_explained() -> None:
    app = page("batch", batch="999")

    assert not app.exception
    assert "There is no batch “999”" in html_of(app)


def test_documents_become_contexts_of_a_single_output() -> None:
    app = page("score")
    app.file_uploader[0].set_value(
        [
            ("a.txt", b"It opened in 1937.", "text/plain"),
            ("b.html", b"<html><body><p>It is red.</p></body></html>", "text/html"),
            ("locked.gz", b"\x1f\x8b\x08", "application/gzip"),
        ]
    ).run()

    assert not app.exception
    assert [a.value for a in app.text_area][:2] == ["It opened in 1937.", "It is red."]
    assert "locked.gz is an archive. Unpack it and give what is in it." in html_of(app)
