"""How far a batch is, in words: each state, and what is not known."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from dashboard import batch_words
from dashboard.estimate import Estimate
from storage.batch_progress import BatchProgress
from storage.values import BatchState

MOMENT = datetime(2024, 5, 1, tzinfo=UTC)
FOUND = BatchProgress(
    statuses={},
    rate_per_s=None,
    left_s=None,
    tokens_in=0,
    tokens_out=0,
    tokens_known_runs=0,
    cost=None,
    cost_known_runs=0,
    claims=0,
    started_at=MOMENT,
    finished_at=MOMENT + timedelta(seconds=90),
    failures=(),
)
ESTIMATE = Estimate(
    samples=1_000,
    read=200,
    cached=0,
    claims=3_000,
    calls=2_000,
    tokens_in=900,
    schema_tokens=100,
    tokens_out=50,
    cost=None,
    time_s=61.0,
)


@pytest.mark.parametrize(
    ("state", "statuses", "sentence"),
    [
        pytest.param("active", {}, "Nothing of it is queued yet.", id="empty"),
        pytest.param(
            "active", {"queued": 2}, "Waiting: 2 runs in the queue.", id="new"
        ),
        pytest.param(
            "active",
            {"queued": 6, "running": 1, "scored": 1_200, "failed": 3},
            "Working: 1,203 of 1,210 runs ended, 2.0 a second, about 4 s left.",
            id="working",
        ),
        pytest.param(
            "paused",
            {"queued": 2, "scored": 1},
            "Paused: 1 of 3 runs ended, 2 wait.",
            id="paused",
        ),
        pytest.param(
            "cancelled",
            {"cancelled": 2, "scored": 1},
            "Cancelled: 1 of 3 runs ended, 2 were given up.",
            id="cancelled",
        ),
        pytest.param(
            "cancelled",
            {"scored": 1},
            "Done: 1 run ended, 1 min 30 s from first to last.",
            id="cancelled when all was done",
        ),
        pytest.param(
            "active",
            {"scored": 1, "failed": 2},
            "Done: 3 runs ended, 2 failed, 1 min 30 s from first to last.",
            id="some failed",
        ),
    ],
)
def test_the_headline_says_state_and_numbers(
    state: BatchState, statuses: Mapping[str, int], sentence: str
) -> None:
    found = replace(FOUND, statuses=statuses, rate_per_s=2.0, left_s=3.5)

    assert batch_words.headline(state, found) == sentence


def test_a_batch_whose_file_is_not_all_queued_is_not_called_done() -> None:
    found = replace(FOUND, statuses={"scored": 10})

    assert batch_words.headline("active", found, samples=2_000) == (
        "Waiting for the rest of the file: 10 of 2,000 runs ended."
    )


@pytest.mark.parametrize(
    ("known", "cost", "words"),
    [
        pytest.param(0, None, "unknown", id="of none"),
        pytest.param(2, 0.5, "$0.5000, known of 2 of 3 runs", id="of some"),
        pytest.param(3, 0.5, "$0.5000", id="of all"),
    ],
)
def test_the_cost_says_of_how_many_runs_it_is_known(
    known: int, cost: float | None, words: str
) -> None:
    statuses = {"scored": 3, "queued": 5, "cancelled": 1}
    found = replace(FOUND, statuses=statuses, cost=cost, cost_known_runs=known)

    assert batch_words.cost_so_far("openai/x", found) == words


def test_an_offline_batch_costs_nothing_and_says_why() -> None:
    assert batch_words.cost_so_far("offline", FOUND) == "none, judged on this machine"
    assert batch_words.estimate_facts("offline", ESTIMATE) == [
        ("Samples", "1,000"),
        ("Claims", "about 3,000, from 200 samples read"),
        ("Cost", "none, judged on this machine"),
        ("Time", "about 1 min 1 s"),
    ]


def test_an_estimate_says_what_is_unknown_and_what_is_free() -> None:
    found = replace(ESTIMATE, cached=40, time_s=None)

    assert batch_words.estimate_facts("openai/x", found)[2:] == [
        ("Calls", "about 2,000; 40 samples answered before, free"),
        ("Tokens", "about 1,000 in, 50 out"),
        ("Cost", "unknown"),
        ("Time", "unknown"),
    ]


@pytest.mark.parametrize(
    ("per_s", "words"),
    [(0.05, "3.0 a minute"), (12.34, "12.3 a second"), (1_234.5, "1,234 a second")],
)
def test_a_rate_has_the_unit_that_is_easily_read(per_s: float, words: str) -> None:
    assert batch_words.rate_text(per_s) == words
