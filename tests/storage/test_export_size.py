"""What the page promises about an export is what the export has."""

import io
from collections.abc import Callable

from sqlalchemy import Engine

from storage.export import write_csv
from storage.export_size import count_export_rows
from storage.reviews import add_claim, flag, remove_claim
from storage.runs import queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunFilter,
    RunSettings,
)

Score = Callable[..., int]


def test_the_size_of_an_export_is_the_number_of_its_rows(engine: Engine) -> None:
    samples = [NewSample(output="One. Two.", context=("One.",)), NewSample(output="")]
    first, second = queue_runs(engine, samples, RunSettings(), source="page")
    take_runs(engine, worker="w", limit=2)
    claims = (
        NewClaim("One.", 0, 4, NewVerdict("supported", "The context says so.")),
        NewClaim("Two.", 5, 9, NewVerdict("unsupported", "Nothing says so.")),
    )
    results = [
        FinishedRun(first, "scored", 0.5, 1.0, 1.0, "Half.", claims=claims),
        FinishedRun(second, "no_claims", 0.0, 1.0, 1.0, "No claims."),
    ]
    save_runs(engine, results, worker="w")
    flag(engine, [second], flagged=True, person="ada")

    flagged = RunFilter(flagged=True)

    assert count_export_rows(engine, flagged) == 3
    assert write_csv(engine, flagged, io.StringIO()) == 3
    assert count_export_rows(engine, RunFilter(flagged=False)) == 0


def test_claims_taken_away_are_not_counted(engine: Engine, score: Score) -> None:
    score("c")
    other = score("cs")
    remove_claim(engine, 1, person="Ada")
    remove_claim(engine, 2, person="Ada")
    add_claim(engine, other, text="new", label="supported", person="Ada")

    assert count_export_rows(engine, RunFilter()) == 3
    assert write_csv(engine, RunFilter(), io.StringIO()) == 3
