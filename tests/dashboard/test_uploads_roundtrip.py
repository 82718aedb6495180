"""What leaves as an export comes back as the same samples, with what persons said."""

import csv
import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest
from sqlalchemy import Engine, insert

from dashboard.actions import queue
from dashboard.reimport import Review, ReviewedClaim
from dashboard.uploads import Preview, preview_upload, read_upload
from storage.database import open_database
from storage.export import write_csv, write_jsonl, write_parquet
from storage.reviews import add_claim, add_tag, bring_back, flag, set_verdict
from storage.runs import get_run, queue_runs, save_runs, take_runs
from storage.tables import CLAIM, NOTE, TAG, VERDICT
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunDetails,
    RunFilter,
    RunSettings,
    StoredEvidence,
)

ODD = NewSample(
    output="=1+1 costs\r\n'twice', \"quoted\"; 🌉.",
    context=("+31 6, the number", "", "Zweiter\nKontext; mit ; und ,"),
    input="'When?",
)
BLANK = NewSample(output="", context=("It opened in 1937.",))


@pytest.fixture
def engine(tmp_path: Path) -> Any:
    """A database with two runs: one with claims and a review, one without claims."""
    engine = open_database(tmp_path / "runs.db")
    odd, blank = queue_runs(engine, [ODD, BLANK], RunSettings(), source="cli")
    take_runs(engine, worker="w", limit=2)
    finish(engine, odd=odd, blank=blank)
    _review(engine, odd)
    yield engine
    engine.dispose()


def finish(engine: Engine, *, odd: int, blank: int) -> None:
    """Let the judge find the same as ever."""
    evidence = StoredEvidence(0, 1, 3, "31")
    claims = (
        NewClaim(
            "=1+1 costs", 0, 9, NewVerdict("contradicted", "It says so.", 0.9, "number")
        ),
        NewClaim("'twice'", 12, 19, NewVerdict("supported", evidence=evidence)),
    )
    save_runs(
        engine,
        [
            FinishedRun(odd, "scored", 0.5, 1.0, 1.0, "Half.", claims),
            FinishedRun(blank, "no_claims", 0.0, 1.0, 1.0, "Nothing."),
        ],
        worker="w",
    )


def _review(engine: Engine, run_id: int) -> None:
    moment = datetime(2024, 1, 2, tzinfo=UTC)
    with engine.begin() as connection:
        claim = connection.execute(
            CLAIM.select().where(CLAIM.c.run_id == run_id, CLAIM.c.position == 0)
        ).one()
        connection.execute(
            insert(VERDICT).values(
                claim_id=claim.id,
                person="Ada",
                label="supported",
                reason="",
                created_at=moment,
            )
        )
        connection.execute(
            insert(TAG), [{"run_id": run_id, "name": n} for n in ("a, b", "wrong")]
        )
        connection.execute(
            insert(NOTE),
            [
                {"run_id": run_id, "text": text, "created_at": moment}
                for text in ("=look\nhere", "again")
            ],
        )


def export_to(engine: Engine, path: Path) -> Path:
    if path.suffix == ".xlsx":
        as_csv = io.StringIO(newline="")
        write_csv(engine, RunFilter(), as_csv)
        as_csv.seek(0)
        book = openpyxl.Workbook()
        for row in csv.reader(as_csv):
            book.active.append([f"{cell}" or None for cell in row])
        book.save(path)
        return path
    write = {".csv": write_csv, ".jsonl": write_jsonl, ".parquet": write_parquet}
    with path.open("wb") as stream:
        write[path.suffix](engine, RunFilter(), stream)
    return path


REVIEW = Review(
    run_id=1,
    judge="offline",
    flagged=True,
    tags=("a, b", "wrong"),
    note="=look\nhere\n\nagain",
    claims=(
        ReviewedClaim(0, "=1+1 costs", "contradicted", "supported", "It says so."),
        ReviewedClaim(1, "'twice'", "supported", None, "", "31", 0),
    ),
    share=0.5,
)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_an_export_comes_back_with_what_persons_said(
    engine: Engine, tmp_path: Path, suffix: str
) -> None:
    upload = read_upload(export_to(engine, tmp_path / f"export{suffix}"))

    blank, odd = upload.samples
    assert (odd.output, odd.context, odd.input) == (ODD.output, ODD.context, ODD.input)
    assert (blank.output, blank.context) == ("", BLANK.context)
    assert upload.problems == []
    assert upload.reviews[1] == REVIEW
    assert upload.reviews[0] == Review(2, "offline", False, (), None, (), share=0.0)


@pytest.mark.parametrize(
    ("flagged", "share", "person_flag"),
    [
        pytest.param(True, 0.5, None, id="flagged by its share"),
        pytest.param(False, 0.0, None, id="nothing hallucinated"),
        pytest.param(False, None, None, id="no score"),
        pytest.param(True, 0.0, True, id="flagged though nothing is hallucinated"),
        pytest.param(True, None, True, id="flagged without a score"),
        pytest.param(False, 0.5, False, id="cleared"),
    ],
)
def test_a_flag_that_the_share_does_not_explain_is_a_persons(
    flagged: bool, share: float | None, person_flag: bool | None
) -> None:
    review = Review(1, "offline", flagged, (), None, (), share)

    assert review.person_flag is person_flag


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".xlsx"])
def test_what_people_said_comes_back_with_the_same_score(
    engine: Engine, tmp_path: Path, suffix: str
) -> None:
    odd, blank = 1, 2
    first, second = (claim.claim_id for claim in known(engine, odd).claims)
    set_verdict(engine, first, label="unsupported", person="Ada")
    set_verdict(engine, second, label="contradicted", person="Bob")
    add_claim(engine, odd, text="costs", label="supported", person="Bob")
    add_claim(engine, blank, text="Nothing", label="unsupported", person="Bob")
    add_tag(engine, [blank], name="empty", person="Ada")
    flag(engine, [odd], flagged=False, person="Ada")
    upload = read_upload(export_to(engine, tmp_path / f"export{suffix}"))

    ids = queue(engine, upload.samples, RunSettings(), source="cli").run_ids
    for at, review in upload.reviews.items():
        bring_back(engine, ids[at], review, person="Cleo")
    take_runs(engine, worker="w", limit=9)
    finish(engine, odd=ids[1], blank=ids[0])

    for before, after in ((odd, ids[1]), (blank, ids[0])):
        assert said_of(engine, after) == said_of(engine, before)
    assert known(engine, ids[1]).summary.reviewed
    assert not known(engine, ids[1]).summary.flagged


def known(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def said_of(engine: Engine, run_id: int) -> Any:
    """What people said of a run, and what comes of it."""
    run = known(engine, run_id)
    labels = [(claim.text, claim.label) for claim in run.claims]
    note = "\n\n".join(run.notes)
    return labels, run.tags, note, run.summary.share, run.summary.flagged, run.sample


def test_persons_verdicts_are_found_at_once() -> None:
    assert [claim.text for claim in REVIEW.by_person] == ["=1+1 costs"]


def test_an_export_that_went_through_a_spreadsheet_comes_back(
    engine: Engine, tmp_path: Path
) -> None:
    upload = read_upload(export_to(engine, tmp_path / "export.xlsx"))

    assert upload.samples[1].context == ODD.context
    assert upload.reviews[1] == REVIEW


def test_an_export_may_be_sorted_and_have_more_columns(
    engine: Engine, tmp_path: Path
) -> None:
    path = export_to(engine, tmp_path / "export.csv")
    with path.open(encoding="utf-8-sig", newline="") as stream:
        header, *rows = csv.reader(stream)
    with path.open("w", encoding="cp1252", newline="", errors="replace") as stream:
        writer = csv.writer(stream, delimiter=";")
        writer.writerow([*header, "team"])
        writer.writerows([*row, "grün"] for row in reversed(rows))

    upload = read_upload(path)

    assert [claim.position for claim in upload.reviews[0].claims] == [0, 1]
    assert dict(upload.samples[0].metadata) == {"team": "grün"}
    assert upload.form == "CSV with semicolons, Windows-1252"


def test_rows_of_an_export_that_were_spoilt_are_listed(
    engine: Engine, tmp_path: Path
) -> None:
    path = export_to(engine, tmp_path / "export.csv")
    text = path.read_text(encoding="utf-8-sig")
    header, rest = text.split("\n", 1)
    spoilt = rest.replace(",supported,It says so.", ",maybe,It says so.")
    extra = "x" + "," * (header.count(","))
    path.write_text(f"{header}\n{extra}\n{spoilt}", encoding="utf-8")

    upload = read_upload(path)

    assert [str(problem) for problem in upload.problems] == [
        "row 1, column 'run_id': it is no run's number: 'x'",
        "row 3, column 'person_label': it is none of supported, contradicted, "
        "unsupported, unjudged: 'maybe'",
    ]
    assert [review.run_id for review in upload.reviews.values()] == [2, 1]


def test_a_preview_says_that_a_file_is_an_export(
    engine: Engine, tmp_path: Path
) -> None:
    preview: Preview = preview_upload(export_to(engine, tmp_path / "export.csv"))

    assert preview.is_export
    assert [sample.output for sample in preview.samples] == ["", ODD.output]
