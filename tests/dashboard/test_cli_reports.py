"""What `score` and `resume` say: labels, reports, estimates, baselines."""

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from sqlalchemy import Engine
from typer.testing import CliRunner, Result

from dashboard.baseline import Comparison, compare
from dashboard.cli import app
from dashboard.columns import Columns
from dashboard.commands.batches import find_batch
from dashboard.commands.terminal import plain
from dashboard.dry_run import estimate_text
from dashboard.estimate import Estimate
from dashboard.junit import Report, write_report
from dashboard.label_statistics import label_statistics
from dashboard.upload_queueing import Feeder
from dashboard.upload_spool import Spool
from storage.batches import (
    cancel_batch,
    create_batch,
    get_batch,
    pause_batch,
    set_baseline,
)
from storage.database import open_database
from storage.labelled import LabelledRun
from storage.outcomes import Outcome
from storage.runs import count_statuses, queue_runs, save_runs, take_runs
from storage.values import FinishedRun, NewClaim, NewSample, NewVerdict, RunSettings

Cells = Sequence[str]
GOOD = ("The bridge opened in 1937.", "The bridge opened in 1937.")
BAD = ("The bridge opened in 1938.", "The bridge opened in 1937.")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@pytest.fixture
def engine(database: Path) -> Iterator[Engine]:
    made = open_database(database)
    yield made
    made.dispose()


def call(database: Path, *words: str | Path) -> Result:
    """Call a command here; few samples, so that no process has to be started."""
    environment = {"DATABASE_URL": str(database)}
    return CliRunner().invoke(app, [*map(str, words)], env=environment)


def write(folder: Path, rows: Sequence[dict[str, Any]], name: str = "answers") -> Path:
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def rows(*pairs: Cells, **more: Any) -> list[dict[str, Any]]:
    return [{"output": pair[0], "context": pair[1], **more} for pair in pairs]


def labelled(at: int, bad: bool, share: float | None, flagged: bool) -> LabelledRun:
    return LabelledRun(at, bad, share, flagged, doubt=share or 0.0, context_id=at)


def test_label_statistics_hold_every_figure_with_its_n() -> None:
    runs = [
        labelled(1, True, 1.0, True),
        labelled(2, True, 0.5, True),
        labelled(3, True, 0.0, False),
        labelled(4, False, 0.5, True),
        labelled(5, False, 0.0, False),
        labelled(6, False, None, False),
    ]

    found = label_statistics(runs)

    assert found is not None
    said = found.as_dict()
    assert (said["n"], said["left_out"]) == (5, 1)
    assert said["confusion"] == {
        "hallucinated": {"flagged": 2, "passed": 1},
        "faithful": {"flagged": 1, "passed": 1},
    }
    measures = ("balanced_accuracy", "precision", "recall", "f1", "kappa", "auroc")
    assert {name: (said[name]["value"], said[name]["n"]) for name in measures} == {
        "balanced_accuracy": ((2 / 3 + 1 / 2) / 2, 5),
        "precision": (2 / 3, 3),
        "recall": (2 / 3, 3),
        "f1": (2 / 3, 5),
        "kappa": ((5 * 3 - 13) / (25 - 13), 5),
        "auroc": (4 / 6, 5),
    }
    for name in measures:
        assert said[name]["low"] <= said[name]["value"] <= said[name]["high"]


def test_label_statistics_are_lines_for_a_person() -> None:
    found = label_statistics(
        [labelled(1, True, 1.0, True), labelled(2, True, None, False)]
    )

    assert found is not None
    assert found.as_text().splitlines() == [
        "labels: 1 runs (1 hallucinated, 0 faithful), 1 without a share left out",
        "                flagged   passed",
        "hallucinated          1        0",
        "faithful              0        0",
        "balanced accuracy  -",
        "precision          1.00  n=1",
        "recall             1.00  n=1",
        "F1                 1.00  n=1",
        "Cohen's kappa      -",
        "AUROC              -",
        "[95 % intervals, by drawing contexts again]",
    ]


def test_without_labels_or_shares_there_is_nothing_to_compare_with() -> None:
    assert label_statistics([]) is None
    found = label_statistics([labelled(1, True, None, False)])
    assert found is not None
    assert found.as_dict() == {"n": 0, "left_out": 1}
    assert found.as_text() == (
        "labels: no run to compare with, 1 without a share left out"
    )


def test_a_summary_says_how_far_the_judge_agrees_with_labels(
    tmp_path: Path, database: Path
) -> None:
    file = write(
        tmp_path,
        [
            *rows(GOOD, label="faithful"),
            *rows(BAD, label="hallucinated"),
            *rows(GOOD),
        ],
    )

    spoken = call(database, "score", file)
    written = call(database, "score", file, "--json")

    assert spoken.exit_code == 0, spoken.stderr
    assert "labels: 2 runs (1 hallucinated, 1 faithful)" in spoken.stdout
    assert json.loads(written.stdout)["labels"]["balanced_accuracy"]["value"] == 1.0


def test_a_summary_of_a_file_without_labels_has_none(
    tmp_path: Path, database: Path
) -> None:
    done = call(database, "score", write(tmp_path, rows(GOOD)), "--json")

    assert "labels" not in json.loads(done.stdout)


HOSTILE = 'a]]>b <x y="1"> & \x1b[31m\x08 \ud800 \ufffe \U0001f600 \'q\' "d"\nnext\ttab'
SHOWN = 'a]]>b <x y="1"> & �[31m� � � \U0001f600 \'q\' "d"\nnext\ttab'


def keep_hostile(engine: Engine) -> int:
    text = HOSTILE.replace("\ud800", "�")
    batch_id = create_batch(engine, name=text, settings=RunSettings(judge="offline"))
    ids = queue_runs(
        engine,
        [NewSample(text, (text,)), NewSample("fine"), NewSample("lost")],
        RunSettings(),
        source="code",
        batch_id=batch_id,
    )
    take_runs(engine, worker="w", limit=3)
    claim = NewClaim(text, None, None, NewVerdict("contradicted", text))
    ended = [
        FinishedRun(ids[0], "scored", 1.0, 1.0, 1.0, text, (claim,)),
        FinishedRun(ids[1], "scored", 0.0, 1.0, 1.0, "", duration_s=1.5),
        FinishedRun(ids[2], "failed", None, 0.0, 0.0, "", error=text),
    ]
    assert save_runs(engine, ended, worker="w") == 3
    return batch_id


def test_a_report_of_hostile_texts_is_valid_and_says_the_same(
    tmp_path: Path, engine: Engine
) -> None:
    batch_id = keep_hostile(engine)
    out = tmp_path / "report.xml"

    count = write_report(engine, batch_id, Report(HOSTILE, "offline"), out)

    assert count == 3
    root = ElementTree.parse(out).getroot()
    (suite,) = root
    assert root.tag == "testsuites"
    counts = {"tests": "3", "failures": "1", "errors": "1", "time": "1.500"}
    assert root.attrib == counts
    assert suite.attrib == {"name": SHOWN, **counts}
    bad, fine, lost = suite.findall("testcase")
    assert [case.get("classname") for case in (bad, fine, lost)] == [SHOWN] * 3
    assert bad.get("name") == (
        'sample 1: a]]>b <x y="1"> & �[31m� � � \U0001f600 \'q\' "d" next tab'
    )
    assert (fine.get("name"), list(fine)) == ("sample 2: fine", [])
    (failure,) = bad
    assert failure.attrib == {
        "message": "share 1.00: 1 of 1 claims hallucinated",
        "type": "hallucinated",
    }
    assert failure.text == (f"run 1: {SHOWN}\ncontradicted: {SHOWN}\n    {SHOWN}")
    (error,) = lost
    assert (error.tag, error.get("type"), error.text) == ("error", "failed", SHOWN)


@pytest.mark.parametrize(
    ("limit", "share", "flagged", "fails"),
    [
        pytest.param(None, 0.5, True, True, id="flagged"),
        pytest.param(None, 0.5, False, False, id="not flagged"),
        pytest.param(0.5, 0.5, True, False, id="at the limit"),
        pytest.param(0.4, 0.5, False, True, id="above the limit"),
    ],
)
def test_a_case_fails_above_the_limit_or_when_flagged(
    limit: float | None, share: float, flagged: bool, fails: bool
) -> None:
    run = Outcome(1, "x", "scored", share, flagged, 2, "", None, None, ())

    assert Report("s", "offline", limit).fails(run) is fails


def test_score_writes_a_report_where_asked(tmp_path: Path, database: Path) -> None:
    out = tmp_path / "report.xml"

    done = call(database, "score", write(tmp_path, rows(GOOD, BAD)), "--junit", out)

    assert done.exit_code == 0, done.stderr
    suite = ElementTree.parse(out).getroot()[0]
    assert (suite.get("name"), suite.get("failures")) == ("answers.jsonl", "1")


def test_a_dry_run_says_what_it_would_take_and_stores_nothing(
    tmp_path: Path, database: Path
) -> None:
    file = write(tmp_path, rows(GOOD, BAD, ("It is old.", "")))

    spoken = call(database, "score", file, "--dry-run")
    written = call(database, "score", file, "--dry-run", "--json")

    assert spoken.exit_code == 0, spoken.stderr
    lines = spoken.stdout.splitlines()
    assert lines[:3] == [
        "3 samples, about 3 claims (from 3 that were read)",
        "1 without a context to check against",
        "no calls, no tokens, cost $0: this judge asks nobody",
    ]
    assert lines[3].startswith("time about ")
    assert lines[4:] == ["Dry run: nothing was asked and nothing stored."]
    said = json.loads(written.stdout)
    assert said.pop("time_s") > 0
    assert said == {
        "dry_run": True,
        "judge": "offline",
        "samples": 3,
        "read": 3,
        "cached": 0,
        "claims": 3,
        "calls": 0,
        "tokens_in": 0,
        "schema_tokens": 0,
        "tokens_out": 0,
        "cost": 0.0,
        "no_context": 1,
        "not_scored": 0,
    }
    assert not database.exists()


def test_a_dry_run_counts_calls_and_leaves_out_what_was_answered_before(
    tmp_path: Path, database: Path, stub: Any
) -> None:
    file = write(tmp_path, rows(GOOD, BAD))
    words = ["--judge", "openai/stub", "--api-base", stub.url, "--json"]

    before = json.loads(call(database, "score", file, *words, "--dry-run").stdout)
    asked_for_nothing = len(stub.requests)
    scored = call(database, "score", file, *words)
    after = json.loads(call(database, "score", file, *words, "--dry-run").stdout)

    assert asked_for_nothing == 0
    assert (before["cached"], before["calls"], before["cost"]) == (0, 4, None)
    assert before["tokens_in"] > 0
    assert scored.exit_code == 0, scored.stderr
    assert (after["cached"], after["calls"], after["tokens_in"]) == (2, 0, 0)


def test_an_estimate_for_a_model_is_lines_for_a_person() -> None:
    found = Estimate(
        samples=1200,
        read=200,
        cached=100,
        claims=4800,
        calls=2200,
        tokens_in=500_000,
        schema_tokens=9_000,
        tokens_out=80_000,
        cost=None,
        time_s=125.0,
    )

    text = estimate_text(found, RunSettings(judge="openai/m"), concurrency=8)

    assert text.splitlines() == [
        "1,200 samples, about 4,800 claims (from 200 that were read)",
        "about 2,200 calls to openai/m, 8 at a time",
        "replies on 100 samples are kept already and cost nothing",
        "tokens about 500,000 in, 80,000 out (and 9,000 of the reply's form)",
        "cost unknown: no price is known for this model at this address",
        "time about 2 min 5 s",
        "Dry run: nothing was asked and nothing stored.",
    ]


def test_a_dry_run_leaves_a_database_that_is_there_as_it_was(
    tmp_path: Path, database: Path, engine: Engine
) -> None:
    call(database, "score", write(tmp_path, rows(GOOD)), "--dry-run")

    assert sum(count_statuses(engine).values()) == 0


def asked(*outputs: str) -> list[dict[str, Any]]:
    """Samples of one question each, with the year 1900 and so on in the context."""
    return [
        {
            "input": f"When did bridge {at} open?",
            "context": f"Bridge {at} opened in {1900 + at}.",
            "output": output.format(year=1900 + at),
        }
        for at, output in enumerate(outputs)
    ]


def test_worse_answers_to_the_same_questions_are_a_regression(
    tmp_path: Path, database: Path
) -> None:
    good = write(tmp_path, asked(*["It opened in {year}."] * 4), "nightly")
    bad = write(tmp_path, asked(*["It opened in 1850."] * 4), "new")
    call(database, "score", good)

    told = call(database, "score", bad, "--baseline", "nightly")
    failed = call(
        database, "score", bad, "--baseline", "1", "--fail-on-regression", "--json"
    )

    assert told.exit_code == 0, told.stderr
    assert "baseline 1: 4 runs compared (0 with the same output, 4 with" in told.stdout
    assert "mean share +1.00 [+1.00, +1.00] (a regression)" in told.stdout
    assert "4 worse, 0 better, 4 newly flagged, 0 no longer flagged" in told.stdout
    assert "worse: run 5, share 0.00 -> 1.00: It opened in 1850." in told.stdout
    assert failed.exit_code == 1
    said = json.loads(failed.stdout)["baseline"]
    assert (said["batch"], said["pairs"], said["regressed"]) == (1, 4, True)
    assert said["difference"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 4}
    assert said["worse"][0] == {
        "run": 9,
        "baseline_run": 1,
        "share": 1.0,
        "baseline_share": 0.0,
    }


def test_better_answers_are_no_regression(tmp_path: Path, database: Path) -> None:
    call(database, "score", write(tmp_path, asked(*["It opened in 1850."] * 3), "a"))
    better = write(tmp_path, asked(*["It opened in {year}."] * 3), "b")

    done = call(database, "score", better, "--baseline", "a", "--fail-on-regression")

    assert done.exit_code == 0, done.stderr
    assert "mean share -1.00 [-1.00, -1.00] (an improvement)" in done.stdout


def test_one_worse_of_many_is_no_more_than_chance_explains(
    tmp_path: Path, engine: Engine, database: Path
) -> None:
    call(database, "score", write(tmp_path, asked(*["It opened in {year}."] * 6), "a"))
    new = asked(*["It opened in {year}."] * 5, "It opened in 1850.")
    call(database, "score", write(tmp_path, new, "b"))

    found = compare(engine, baseline_id=1, batch_id=2)

    assert (len(found.worse), found.regressed) == (1, False)
    assert found.difference is not None
    assert found.difference.low == 0.0
    assert "no more than chance explains" in found.as_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(["--baseline", "9"], "There is no batch '9'", id="number"),
        pytest.param(
            ["--baseline", "baseline"], "No batch is marked as the baseline", id="mark"
        ),
        pytest.param(["--fail-on-regression"], "needs a --baseline", id="nothing"),
        pytest.param(
            ["--baseline", "other", "--fail-on-regression"],
            "no scored run in common",
            id="nothing in common",
        ),
        pytest.param(["--junit", "no/report.xml"], "There is no folder", id="folder"),
    ],
)
def test_what_cannot_be_compared_leaves_with_2_and_a_sentence(
    tmp_path: Path, database: Path, words: list[str], sentence: str
) -> None:
    call(database, "score", write(tmp_path, rows(("A.", "B.")), "other"))

    done = call(database, "score", write(tmp_path, rows(GOOD)), *words)

    assert done.exit_code == 2
    assert sentence in done.stderr


def test_a_batch_is_found_by_mark_number_and_name(engine: Engine) -> None:
    first = create_batch(engine, name="2", settings=RunSettings())
    second = create_batch(engine, name="baseline", settings=RunSettings())
    third = create_batch(engine, name="nightly", settings=RunSettings())
    fourth = create_batch(engine, name="nightly", settings=RunSettings())

    assert find_batch(engine, "2").batch_id == second
    assert find_batch(engine, "nightly").batch_id == fourth
    assert find_batch(engine, "baseline").batch_id == second
    set_baseline(engine, third)
    assert find_batch(engine, "baseline").batch_id == third
    assert find_batch(engine, str(first)).batch_id == first


def test_nothing_in_common_says_so(engine: Engine) -> None:
    for name in ("a", "b"):
        create_batch(engine, name=name, settings=RunSettings())

    found: Comparison = compare(engine, baseline_id=1, batch_id=2)

    assert found.difference is None
    assert not found.regressed
    assert found.as_text() == (
        "baseline 1: no scored run in common, so nothing was compared"
    )


def waiting(engine: Engine) -> int:
    batch_id = create_batch(engine, name="waits", settings=RunSettings())
    sample = NewSample(GOOD[0], (GOOD[1],))
    queue_runs(engine, [sample], RunSettings(), source="cli", batch_id=batch_id)
    return batch_id


def test_resume_queues_the_rest_of_a_file_that_a_killed_server_left(
    engine: Engine, database: Path
) -> None:
    killed = Feeder(engine, wake=lambda: None)
    killed.stop()  # it keeps orders, and queues nothing any more
    lines = [json.dumps({"output": f"It is {n}.", "context": "c"}) for n in range(5)]
    file = io.BytesIO("\n".join(lines).encode())
    killed.order(
        Spool(killed.folder, file, "answers.jsonl"),
        name="Answers",
        columns=Columns("output", ("context",)),
        settings=RunSettings(),
        samples=5,
    )

    done = call(database, "resume", "--json")

    assert done.exit_code == 0, done.stderr
    assert "queueing the rest of 5 samples of batch 1" in done.stderr
    assert json.loads(done.stdout)["scored"] == 5


def test_resume_lets_paused_batches_go_on(engine: Engine, database: Path) -> None:
    batch_id = waiting(engine)
    pause_batch(engine, batch_id)

    done = call(database, "resume", "--json")

    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["scored"] == 1
    found = get_batch(engine, batch_id)
    assert found is not None
    assert found.state == "active"


def test_a_cancelled_batch_goes_on_only_when_it_is_named(
    engine: Engine, database: Path
) -> None:
    batch_id = waiting(engine)
    cancel_batch(engine, batch_id)

    of_all = call(database, "resume")
    named = call(database, "resume", str(batch_id), "--fail-over", "0")

    assert "1 cancelled" in of_all.stdout
    assert named.exit_code == 0, named.stderr
    assert "1 runs: 1 scored" in named.stdout


def test_resume_of_all_batches_writes_no_report(database: Path) -> None:
    done = call(database, "resume", "--junit", "x.xml")

    assert done.exit_code == 2
    assert "--junit needs the number of a batch." in done.stderr


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain\n\ttext", "plain\n\ttext", id="lines and tabs stay"),
        pytest.param("\x1b[2Jgone", "�[2Jgone", id="no control of the screen"),
        pytest.param("a\u202eb", "a�b", id="no turned letters"),
        pytest.param(
            "नमस्ते \u200d 👩\u200d🔬", "नमस्ते \u200d 👩\u200d🔬", id="joiners stay"
        ),
    ],
)
def test_a_terminal_obeys_no_text_of_others(text: str, expected: str) -> None:
    assert plain(text) == expected
