"""A run goes out as JSON and comes back as it was; what is no such run is refused."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from dashboard.reimport import ReviewedClaim, is_export, read_export
from dashboard.run_json import (
    RunJsonError,
    as_reviewed_sample,
    export_rows,
    is_run_json,
    read_run_json,
    run_json,
)
from dashboard.uploads import UploadError, preview_upload, read_upload
from storage.database import open_database
from storage.details import get_run
from storage.review_history import HistoryEntry
from storage.reviews import (
    add_claim,
    add_note,
    add_tag,
    bring_back,
    flag,
    history,
    remove_claim,
    reword_claim,
    set_verdict,
    withdraw_verdict,
)
from storage.runs import queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewCall,
    NewClaim,
    NewSample,
    NewVerdict,
    RunDetails,
    RunSettings,
    StoredEvidence,
)

SAMPLE = NewSample(
    output="<script>alert(1)</script> الجسر 27 m 🌉 é. It is red. It is old.",
    context=('{"width": "27 m"}', "", "It is\nblue. $5 and $6"),
    input="How wide, & what colour?",
    label="hallucinated",
    metadata={"topic": "bridges", "nested": {"a": [1, 2.5, None, True]}},
)
JUDGE = "openai/gpt-5-mini"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with all tables and nothing in them; making it takes a while."""
    file = tmp_path_factory.mktemp("empty") / "runs.db"
    open_database(file).dispose()
    return file.read_bytes()


@pytest.fixture
def engine(tmp_path: Path, empty: bytes) -> Any:
    (tmp_path / "runs.db").write_bytes(empty)
    engine = open_database(tmp_path / "runs.db")
    yield engine
    engine.dispose()


@pytest.fixture
def run_id(engine: Engine) -> int:
    return reviewed_run(engine)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, empty: bytes) -> str:
    """The same run as JSON."""
    file = tmp_path_factory.mktemp("written") / "runs.db"
    file.write_bytes(empty)
    engine = open_database(file)
    text = run_json(stored(engine, reviewed_run(engine)))
    engine.dispose()
    return text


def reviewed_run(engine: Engine) -> int:
    """A run with everything: verdicts of several persons, calls, words, a flag."""
    settings = RunSettings(judge=JUDGE, temperature=None, seed=7, repeat=3, scale=2.5)
    [run_id] = queue_runs(engine, [SAMPLE], settings, source="cli")
    take_runs(engine, worker="w", limit=1)
    red = NewVerdict(
        "contradicted",
        "It is blue.",
        1 / 3,
        "other",
        StoredEvidence(2, 6, 10, "blue"),
        more_evidence=(StoredEvidence(0, 11, 15, "27 m"),),
    )
    claims = (
        NewClaim("The bridge is red", 42, 51, red),
        NewClaim(
            "It is old",
            None,
            None,
            NewVerdict(invented_quote="old", label="unsupported"),
        ),
    )
    call = NewCall(
        "verdicts", [{"role": "user", "content": "<b>?"}], "{}", JUDGE,
        {"temperature": 0.0}, 1, 12, 3, 0.00012, 1.25, None, False,
    )  # fmt: skip
    done = FinishedRun(
        run_id, "scored", 1.0, 1.0, 0.1 + 0.2, "All of it.", claims, (call,),
        tokens_in=12, tokens_out=3, cost=0.00012, duration_s=1.25, prompt_version="1",
    )  # fmt: skip
    save_runs(engine, [done], worker="w")
    first, second = (claim.claim_id for claim in stored(engine, run_id).claims)
    set_verdict(engine, first, label="unsupported", person="Ada", reason="Hm.")
    set_verdict(engine, first, label="supported", person="Bo <b>", reason="No: it is.")
    set_verdict(engine, second, label="supported", person="Ada")
    withdraw_verdict(engine, second, person="Ada")
    extra = add_claim(engine, run_id, text="Added", label="contradicted", person="Ada")
    reword_claim(engine, extra, text="Added, and reworded", person="Bo <b>")
    add_tag(engine, [run_id], name="to do, later", person="Ada")
    add_note(engine, run_id, text="Look\nagain.", person="Ada")
    flag(engine, [run_id], flagged=False, person="Ada")
    return run_id


def stored(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def test_a_run_comes_back_exactly(engine: Engine, run_id: int) -> None:
    run, acts = stored(engine, run_id), history(engine, run_id)

    text = run_json(run, acts)
    file = read_run_json(text)

    assert file.run == run
    assert list(file.history) == acts
    assert all(isinstance(act, HistoryEntry) for act in file.history)
    assert run_json(file.run, file.history) == text
    assert "🌉" in text


def test_a_run_with_a_removed_claim_and_without_reviews_comes_back(
    engine: Engine, run_id: int
) -> None:
    remove_claim(engine, stored(engine, run_id).claims[0].claim_id, person="Ada")

    run = stored(engine, run_id)

    assert len(run.removed_claims) >= 1
    assert read_run_json(run_json(run)).run == run


def test_a_run_that_failed_comes_back(engine: Engine) -> None:
    [run_id] = queue_runs(engine, [NewSample("")], RunSettings(), source="cli")
    take_runs(engine, worker="w", limit=1)
    done = FinishedRun(run_id, "failed", None, 0.0, 0.0, "", error="no key")
    save_runs(engine, [done], worker="w")

    run = stored(engine, run_id)

    assert read_run_json(run_json(run)).run == run
    assert as_reviewed_sample(run).review.claims == ()
    assert [row["claim"] for row in export_rows(run)] == [None]


def test_the_file_says_first_what_it_is(written: str) -> None:
    assert is_run_json(written[:100])
    assert is_run_json("\ufeff" + written[:100])
    assert is_run_json(json.dumps(json.loads(written))[:100])
    assert not is_run_json('{"format": "something else"}')
    assert not is_run_json('[{"output": "hallucination-dashboard run"}]')
    assert not is_run_json("")


def test_a_run_becomes_a_sample_with_its_review(engine: Engine, run_id: int) -> None:
    reviewed = as_reviewed_sample(stored(engine, run_id))

    sample, review = reviewed.sample, reviewed.review
    assert (sample.output, sample.context) == (SAMPLE.output, SAMPLE.context)
    assert (sample.input, sample.label) == (SAMPLE.input, SAMPLE.label)
    assert dict(sample.metadata) == SAMPLE.metadata
    assert (review.run_id, review.judge) == (run_id, JUDGE)
    assert (review.tags, review.note) == (("to do, later",), "Look\nagain.")
    assert not review.flagged
    assert review.person_flag is False
    red, old, added = sorted(review.claims, key=lambda claim: claim.text, reverse=True)
    assert red == ReviewedClaim(
        red.position, "The bridge is red", "contradicted", "supported",
        "It is blue.", "blue", 2,
    )  # fmt: skip
    assert (old.text, old.label, old.person_label) == ("It is old", "unsupported", None)
    assert (added.text, added.label) == ("Added, and reworded", None)
    assert added.person_label == "contradicted"


def test_its_rows_are_read_like_an_export(engine: Engine, run_id: int) -> None:
    run = stored(engine, run_id)

    rows = export_rows(run)
    [back] = read_export(rows, guarded=False)

    assert is_export(rows[0])
    expected = as_reviewed_sample(run)
    assert back.review == expected.review  # type: ignore[union-attr]
    assert back.sample == replace_label(expected.sample)  # type: ignore[union-attr]


def replace_label(sample: Any) -> Any:
    """Rows of an export have no place for what a person says of the whole sample."""
    return type(sample)(
        sample.output, list(sample.context), sample.input, None, sample.metadata
    )


def test_what_was_said_goes_to_a_run_scored_anew(engine: Engine, run_id: int) -> None:
    file = read_run_json(run_json(stored(engine, run_id)))
    reviewed = as_reviewed_sample(file.run)
    sample = NewSample(reviewed.sample.output, reviewed.sample.context)
    [again] = queue_runs(engine, [sample], RunSettings(), source="page")
    take_runs(engine, worker="w", limit=1)
    claims = (NewClaim("The bridge is red", 42, 51, NewVerdict("contradicted")),)
    done = FinishedRun(again, "scored", 1.0, 1.0, 1.0, "", claims)
    save_runs(engine, [done], worker="w")

    bring_back(engine, again, reviewed.review, person="Ada")

    run = stored(engine, again)
    assert {claim.text: claim.label for claim in run.claims} == {
        "The bridge is red": "supported",
        "Added, and reworded": "contradicted",
    }
    assert run.tags == ("to do, later",)
    assert not run.summary.flagged


def test_a_run_comes_back_as_an_upload_with_all_that_was_said(
    engine: Engine, run_id: int, tmp_path: Path
) -> None:
    run = stored(engine, run_id)
    path = tmp_path / "run.json"
    path.write_text(run_json(run, history(engine, run_id)), encoding="utf-8")

    preview, upload = preview_upload(path), read_upload(path)

    expected = as_reviewed_sample(run)
    assert preview.is_export
    assert upload.form == preview.form == "JSON, a run"
    assert upload.samples == list(preview.samples) == [replace_label(expected.sample)]
    assert upload.reviews == {0: expected.review}
    assert upload.reviews[0].by_person != ()
    assert upload.problems == []


def test_a_damaged_run_is_refused_as_an_upload(written: str) -> None:
    damaged = io.BytesIO(written[:-9].encode())

    with pytest.raises(UploadError) as refused:
        read_upload(damaged, name="mine.json")

    assert str(refused.value) == "mine.json: The file is no JSON of this dashboard's."


def changed(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    value = json.loads(text)
    change(value)
    return json.dumps(value)


def of_run(*keys: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(value: dict[str, Any]) -> None:
        place: Any = value
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = to

    return change


BROKEN = {
    "no version": (of_run("version", to=None), "does not say that it is a run"),
    "another format": (of_run("format", to="x"), "does not say that it is a run"),
    "a newer version": (of_run("version", to=2), "Update the dashboard"),
    "a label of no meaning": (
        of_run("run", "claims", 0, "verdicts", 0, "label", to="fine"),
        "has a label that is none of supported, contradicted",
    ),
    "a status of no meaning": (
        of_run("run", "summary", "status", to="fine"),
        "cannot be read: run.summary.status",
    ),
    "a quote that does not stand there": (
        of_run("run", "sample", "context", to=["a", "b", "c"]),
        "quotes what does not stand in the context",
    ),
    "a quote before the context": (
        of_run("run", "claims", 0, "verdicts", 0, "evidence", "start", to=-4),
        "quotes what does not stand in the context",
    ),
    "a context item that is not there": (
        of_run("run", "claims", 0, "verdicts", 0, "evidence", "context_index", to=9),
        "quotes what does not stand in the context",
    ),
    "a claim beyond the output": (
        of_run("run", "claims", 0, "end", to=9999),
        "ends beyond the output",
    ),
    "a claim with half a span": (
        of_run("run", "claims", 0, "end", to=None),
        "half a span",
    ),
    "a claim without a verdict": (
        of_run("run", "claims", 0, "verdicts", to=[]),
        "claim 1 has no verdict",
    ),
    "a share beyond 1": (
        of_run("run", "summary", "share", to=1.5),
        "not between 0 and 1",
    ),
    "a number for a text": (
        of_run("run", "sample", "output", to=5),
        "run.sample.output: input should be a valid string",
    ),
    "a sample label of no meaning": (
        of_run("run", "sample", "label", to="great"),
        "neither faithful nor hallucinated",
    ),
    "a time of no meaning": (
        of_run("run", "summary", "created_at", to="soon"),
        "run.summary.created_at",
    ),
    "no run": (of_run("run", to={}), "cannot be read: run.summary: field required"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "why"), BROKEN.values(), ids=BROKEN)
def test_a_file_that_was_tampered_with_is_refused_with_a_sentence(
    written: str, change: Callable[[dict[str, Any]], None], why: str
) -> None:
    text = changed(written, change)

    with pytest.raises(RunJsonError) as refused:
        read_run_json(text)

    assert why in str(refused.value)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The file is no JSON of this dashboard's."),
        ("{", "The file is no JSON of this dashboard's."),
        ("[1]", "The file does not say that it is a run of this dashboard's."),
        ("[" * 100_000, "The file is no JSON of this dashboard's."),
        ('{"format": 1, "version": 1}', "The file does not say that it is a run"),
    ],
)
def test_what_is_no_run_is_refused_with_a_sentence(text: str, why: str) -> None:
    with pytest.raises(RunJsonError) as refused:
        read_run_json(text)

    assert str(refused.value).startswith(why)


def test_a_run_cut_off_is_refused(written: str) -> None:
    with pytest.raises(RunJsonError):
        read_run_json(written[: len(written) // 2])


def test_nesting_that_never_ends_is_refused(written: str) -> None:
    deep = "[" * 20_000 + "]" * 20_000
    text = written.replace('"to do, later"', deep)

    assert len(text) > len(written)
    with pytest.raises(RunJsonError):
        read_run_json(text)


def test_a_file_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.run_json.LONGEST", 10)

    with pytest.raises(RunJsonError, match="over 10 characters"):
        read_run_json('{"format": "x"}')
