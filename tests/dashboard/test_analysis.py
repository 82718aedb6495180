"""The cards of an analysis: what they count is what a click on them opens."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine

from dashboard.addresses import (
    address_of,
    lengths_in,
    metadata_in,
    number_in,
    shares_in,
)
from dashboard.analysis import claims, shares, trends
from dashboard.analysis.card import Card
from dashboard.analysis.report import report_html
from dashboard.analysis.selection import Selection, grouping_of
from storage import reviews, statistics
from storage.batches import create_batch
from storage.runs import count_runs, queue_runs, save_runs, take_runs
from storage.sources import Grouping
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunFilter,
    RunSettings,
    RunStatus,
)

LABELS = {"s": "supported", "c": "contradicted", "u": "unsupported"}
MOMENT = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOSTILE = "<script>alert(1)</script>"
GROUPINGS = [
    None,
    Grouping("judge"),
    Grouping("batch"),
    Grouping("tag"),
    Grouping("metadata", "model"),
]


@pytest.fixture
def runs(engine: Engine) -> Engine:
    """Thirty runs of several judges, batches, tags, models, lengths and days."""
    marks = ["s", "ss", "sc", "cc", "ssu", "sssc", "cccc", "uss", "suuu", "scs"]
    batch = create_batch(engine, name="first", settings=RunSettings())
    for at in range(30):
        [run_id] = queue_runs(
            engine,
            [
                NewSample(
                    output=f"{at} " * (at * 7 + 1),
                    context=("context " * (at + 1),),
                    metadata={"model": "a" if at % 3 else "b"} if at % 4 else {},
                )
            ],
            RunSettings(judge="one" if at % 2 else "two"),
            source="page",
            batch_id=batch if at % 5 == 0 else None,
            created_at=MOMENT + timedelta(days=at // 4),
        )
        take_runs(engine, worker="w", limit=1)
        mark = marks[at % len(marks)]
        share = sum(letter in "cu" for letter in mark) / len(mark)
        found = tuple(
            NewClaim(
                f"claim {letter}",
                None,
                None,
                NewVerdict(LABELS[letter], kind="date" if letter == "c" else None),
            )
            for letter in mark
        )
        status: RunStatus = "partial" if at % 11 == 10 else "scored"
        run = FinishedRun(run_id, status, share, 1.0, 1.0, "", claims=found)
        save_runs(engine, [run], worker="w")
        if at % 3 == 0:
            reviews.add_tag(engine, [run_id], name="third", person="ada")
    return engine


def counts(engine: Engine, card: Card) -> list[int]:
    return [count_runs(engine, filter) for filter in card.opens]


@pytest.mark.parametrize("others", [False, True])
@pytest.mark.parametrize(
    "filter",
    [
        RunFilter(),
        RunFilter(judges=("one",)),
        RunFilter(bands=("low", "mixed")),
        RunFilter(statuses=("scored",), flagged=True),
    ],
)
def test_every_bar_of_the_distribution_opens_as_many_runs_as_it_counts(
    runs: Engine, filter: RunFilter, others: bool
) -> None:
    chosen = Selection(filter, include_others=others)
    histogram = statistics.share_histogram(runs, filter, include_others=others)

    card = shares.distribution(chosen, histogram)

    assert counts(runs, card) == [row["Runs"] for row in card.rows]
    assert sum(row["Runs"] for row in card.rows) > 0


@pytest.mark.parametrize("by", GROUPINGS)
def test_bands_means_and_curves_of_groups_open_their_runs(
    runs: Engine, by: Grouping | None
) -> None:
    chosen = Selection(RunFilter(), by)
    groups = statistics.share_groups(runs, RunFilter(), by=by)

    bands, means = shares.bands(chosen, groups), shares.means(chosen, groups)
    curves = shares.cumulative(chosen, groups)

    names = ("none", "low", "mixed", "high", "complete")
    assert counts(runs, bands) == [row[name] for row in bands.rows for name in names]
    assert counts(runs, means) == [row["Runs"] for row in means.rows]
    sizes = {group.name: group.runs for group in groups.shown}
    assert counts(runs, curves) == [
        round(row["Part of runs"] * sizes[row["Group"]]) for row in curves.rows
    ]


def test_groups_say_what_they_leave_out(runs: Engine) -> None:
    by = Grouping("metadata", "model")
    groups = statistics.share_groups(runs, RunFilter(), by=by)

    words = Selection(RunFilter(), by).in_words(groups)

    assert words == "20 scored runs in 2 groups by model; left out: 8 runs without it"


@pytest.mark.parametrize("step", ["day", "week", "month"])
def test_periods_open_the_runs_made_in_them(runs: Engine, step: str) -> None:
    periods = statistics.over_time(runs, RunFilter(), step=step)  # type: ignore[arg-type]

    card = trends.over_time(Selection(RunFilter()), periods, step)  # type: ignore[arg-type]

    assert counts(runs, card) == [row["Runs"] for row in card.rows]


@pytest.mark.parametrize("of", ["output", "context"])
def test_lengths_open_the_runs_of_that_length_and_share(runs: Engine, of: str) -> None:
    cells = statistics.lengths(runs, RunFilter(), of=of)  # type: ignore[arg-type]

    card = trends.lengths(Selection(RunFilter()), cells, of)  # type: ignore[arg-type]

    assert counts(runs, card) == [row["Runs"] for row in card.rows]
    assert len(card.rows) > 5


def test_kinds_open_the_runs_that_have_such_a_claim(runs: Engine) -> None:
    by = Grouping("judge")
    cells = statistics.kinds_by_group(runs, RunFilter(), by=by)

    whole = claims.by_kind(Selection(RunFilter()), cells)
    matrix = claims.kinds_by_group(Selection(RunFilter(), by), cells)

    date = next(row for row in whole.rows if row["Kind"] == "Date")
    assert (date["contradicted"], date["unsupported"]) == (27, 0)
    of_date = count_runs(runs, RunFilter(kinds=("date",), statuses=("scored",)))
    assert counts(runs, whole)[list(whole.rows).index(date)] == of_date
    by_judge = [
        opened
        for opened, cell in zip(counts(runs, matrix), cells, strict=True)
        if cell.kind == "date"
    ]
    assert sum(by_judge) == of_date


def test_labels_count_claims_and_open_runs_that_have_one(runs: Engine) -> None:
    groups = statistics.share_groups(runs, RunFilter(), by=Grouping("judge"))

    card = claims.by_label(Selection(RunFilter(), Grouping("judge")), groups)

    assert [row["contradicted"] for row in card.rows] == [
        group.contradicted for group in groups.shown
    ]
    assert counts(runs, card)[0] == count_runs(
        runs,
        RunFilter(
            judges=(groups.shown[0].key,),
            labels=("contradicted",),
            statuses=("scored",),
        ),
    )


def test_a_word_of_the_address_says_what_tells_groups_apart() -> None:
    assert grouping_of("judge") == Grouping("judge")
    assert grouping_of("column the model") == Grouping("metadata", "the model")
    assert grouping_of("nothing") is None
    assert grouping_of("<b>") is None


def test_a_filter_goes_into_an_address_without_loss() -> None:
    filter = RunFilter(
        text="a & b",
        labels=("contradicted",),
        judges=("openai/x",),
        batch=3,
        flagged=True,
        reviewed=False,
        share_from=0.25,
        share_to=0.30000000000000004,
        since=datetime(2026, 1, 1, tzinfo=UTC),
        until=datetime(2026, 1, 3, tzinfo=UTC),
        metadata=(("model", "a=b"),),
        output_chars=(50, None),
    )

    address = address_of(filter)

    assert address == {
        "q": "a & b",
        "label": ["contradicted"],
        "judge": ["openai/x"],
        "batch": "3",
        "flagged": "yes",
        "reviewed": "no",
        "share": "0.25..0.30000000000000004",
        "since": "2026-01-01",
        "until": "2026-01-02",
        "meta": ["model=a=b"],
        "output_chars": "50..",
    }
    assert shares_in("0.25..0.30000000000000004") == (0.25, 0.30000000000000004)
    assert metadata_in(["model=a=b", "nonsense"]) == (("model", "a=b"),)
    assert lengths_in("50..") == (50, None)


@pytest.mark.parametrize("text", ["", "x..y", "nan..1", "1", "inf..", "-1..2.5"])
def test_what_is_no_range_of_shares_restricts_nothing(text: str) -> None:
    assert shares_in(text) == (None, None)


def test_numbers_too_long_for_a_column_are_none() -> None:
    assert number_in("9" * 19) is None
    assert number_in("²") is None


def test_the_report_holds_every_number_and_asks_no_server(runs: Engine) -> None:
    chosen = Selection(RunFilter())
    histogram = statistics.share_histogram(runs, RunFilter())
    groups = statistics.share_groups(runs, RunFilter())
    cards = [shares.distribution(chosen, histogram), shares.bands(chosen, groups)]
    overview = statistics.overview(runs, RunFilter())

    page = report_html(cards, overview, filtered=HOSTILE, made_at=MOMENT)

    assert HOSTILE not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "28 runs counted, 2 left out." in page
    assert "default-src 'none'" in page
    assert 'src="http' not in page
    assert page.count("<tr>") == 24
