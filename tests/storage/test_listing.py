from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import get_args

import pytest
from sqlalchemy import Engine, insert, select, text, update

from dashboard.scoring import formula
from dashboard.scoring import types as scoring
from storage import bands, values
from storage.batches import create_batch
from storage.filters import conditions
from storage.listing import count_flagged
from storage.orders import order
from storage.runs import count_runs, list_judges, list_runs, queue_runs
from storage.tables import RUN, Tag
from storage.tallies import changing
from storage.transactions import writing
from storage.values import NewSample, RunFilter, RunSettings, Sort

Score = Callable[..., int]
MOMENT = datetime(2026, 1, 1, 12, tzinfo=UTC)


def found(engine: Engine, filter: RunFilter, sort: Sort = "oldest") -> list[int]:
    ids = [run.run_id for run in list_runs(engine, filter, sort=sort)]
    assert count_runs(engine, filter) == len(ids)
    return ids


def test_a_line_of_the_list_has_what_a_reader_needs(
    engine: Engine, score: Score
) -> None:
    batch = create_batch(engine, name="Answers", settings=RunSettings())
    run_id = score(
        "sccu?",
        output="  first line\n second ",
        batch_id=batch,
        created_at=MOMENT,
        scale=10.0,
        status="partial",
        suspicious=True,
    )

    [line] = list_runs(engine, RunFilter())

    assert line == values.RunSummary(
        run_id=run_id,
        created_at=MOMENT,
        output_start="  first line\n second ",
        judge="offline",
        status="partial",
        share=0.75,
        score=7.5,
        scale=10.0,
        coverage=0.8,
        claims=5,
        supported=1,
        contradicted=2,
        unsupported=1,
        unjudged=1,
        flagged=True,
        suspicious=True,
        reviewed=False,
        batch="Answers",
        batch_id=batch,
        error=None,
        judge_share=0.75,
    )


def test_a_run_that_waits_has_no_share_and_no_score(engine: Engine) -> None:
    queue_runs(engine, [NewSample(output="x")], RunSettings(), source="page")

    [line] = list_runs(engine, RunFilter())

    assert (line.status, line.share, line.score) == ("queued", None, None)
    assert (line.batch, line.batch_id) == (None, None)


def test_a_long_output_is_cut_in_the_list(engine: Engine, score: Score) -> None:
    score(output="😀é" * 1000)

    [line] = list_runs(engine, RunFilter())

    assert line.output_start == "😀é" * 100


def test_runs_are_sorted_and_ties_broken(engine: Engine, score: Score) -> None:
    later = MOMENT + timedelta(seconds=1)
    one = score("sc", output="aaaa", created_at=later)
    two = score("c", output="aa", created_at=MOMENT)
    three = score("?", output="aaa", created_at=later, status="failed")
    four = score("sc", output="aaa", created_at=MOMENT)

    assert found(engine, RunFilter(), "newest") == [three, one, four, two]
    assert found(engine, RunFilter(), "oldest") == [two, four, one, three]
    assert found(engine, RunFilter(), "worst") == [two, four, one, three]
    assert found(engine, RunFilter(), "best") == [four, one, two, three]
    assert found(engine, RunFilter(), "longest") == [one, four, three, two]


def test_pages_of_a_list_follow_one_another(engine: Engine, score: Score) -> None:
    ids = [score() for _ in range(5)]

    pages = [
        [run.run_id for run in list_runs(engine, RunFilter(), limit=2, offset=offset)]
        for offset in (0, 2, 4, 6)
    ]

    assert pages == [[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]], []]
    assert count_runs(engine, RunFilter()) == 5


@pytest.fixture
def many(score: Score) -> None:
    """Runs that tie in all that lists are sorted by, and such as lack it."""
    score("", status="no_claims", created_at=MOMENT, suspicious=True)
    for at in range(14):
        score(
            ("s", "sc", "ccs", "uc")[at % 4],
            output="x" * (at % 3),
            judge=("a", "b")[at % 2],
            confidence=(None, 0.25, 0.75)[at % 3],
            suspicious=at % 5 == 0,
            created_at=MOMENT + timedelta(hours=at % 6),
            status="failed" if at % 7 == 3 else "scored",
        )


def in_order(engine: Engine, sort: Sort) -> list[int]:
    with engine.connect() as connection:
        return list(connection.scalars(select(RUN.c.id).order_by(*order(sort))))


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("limit", [1, 4, 100])
def test_pages_follow_one_another_in_every_order(engine: Engine, limit: int) -> None:
    for sort in get_args(Sort):
        expected = in_order(engine, sort)

        by_number = [
            run.run_id
            for offset in range(0, len(expected), limit)
            for run in list_runs(
                engine, RunFilter(), sort=sort, limit=limit, offset=offset
            )
        ]
        by_last: list[int] = []
        while page := list_runs(
            engine,
            RunFilter(),
            sort=sort,
            limit=limit,
            after=by_last[-1] if by_last else None,
        ):
            by_last += [run.run_id for run in page]

        assert (sort, by_number, by_last) == (sort, expected, expected)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    "filter",
    [
        pytest.param(RunFilter(judges=("a",)), id="what sums know"),
        pytest.param(RunFilter(kinds=("other",)), id="what they do not"),
        pytest.param(RunFilter(text="claim 0"), id="a text"),
        pytest.param(RunFilter(sample=3), id="a sample"),
    ],
)
def test_how_runs_are_looked_up_does_not_change_which_come(
    engine: Engine, filter: RunFilter
) -> None:
    with engine.connect() as connection:
        meant = set(connection.scalars(select(RUN.c.id).where(*conditions(filter))))
        in_turn = select(RUN.c.id).where(*conditions(filter, in_turn=True))
        assert set(connection.scalars(in_turn)) == meant

    for sort in get_args(Sort):
        expected = [id for id in in_order(engine, sort) if id in meant]
        for offset, number in product((0, 3), (None, 1, 1_000_000)):
            found = list_runs(
                engine, filter, sort=sort, limit=4, offset=offset, expected=number
            )
            ids = [run.run_id for run in found]
            assert (sort, ids) == (sort, expected[offset : offset + 4])


def test_runs_on_which_judges_differ_most_come_first(
    engine: Engine, score: Score
) -> None:
    score("s", output="alone", judge="a")
    score("s", output="far", judge="a")
    score("sc", output="near", judge="a")
    score("c", output="far", judge="b")
    score("ssc", output="near", judge="b")
    score("sc", output="near", judge="b")

    assert found(engine, RunFilter(), "disagreement") == [4, 2, 6, 5, 3, 1]


def test_other_orders_begin_with_what_they_name(engine: Engine, score: Score) -> None:
    score("cs", confidence=0.5)
    score("ccs", confidence=0.75)
    score("s", suspicious=True)
    score("cc", confidence=0.25)

    assert found(engine, RunFilter(), "contradictions") == [4, 2, 1, 3]
    assert found(engine, RunFilter(), "least_sure") == [4, 1, 2, 3]
    assert found(engine, RunFilter(), "suspicious") == [3, 4, 2, 1]


@pytest.mark.parametrize("text", ["ow", "tower", "a tower"])
def test_a_count_of_runs_that_hold_a_text_can_end_early(
    engine: Engine, score: Score, text: str
) -> None:
    for _ in range(4):
        score(output="a tower")

    assert count_flagged(engine, RunFilter(text=text)) == (4, 0)
    assert count_flagged(engine, RunFilter(text=text), at_most=3) == (3, 0)
    assert count_flagged(engine, RunFilter(text=text), at_most=9) == (4, 0)
    assert count_flagged(engine, RunFilter(), at_most=3) == (4, 0)


def test_runs_of_the_same_texts_are_found_by_one_of_their_samples(
    engine: Engine,
) -> None:
    samples = [
        NewSample("x", ("c",)),
        NewSample("x", ("c",), metadata={"a": 1}),
        NewSample("x"),
    ]
    queue_runs(engine, samples, RunSettings(), source="page")

    assert found(engine, RunFilter(sample=1)) == [1, 2]
    assert found(engine, RunFilter(sample=3)) == [3]
    assert found(engine, RunFilter(metadata=(("a", "1"),))) == [2]
    assert found(engine, RunFilter(metadata=(("a", "2"),))) == []
    assert found(engine, RunFilter(run_ids=(3, 1))) == [1, 3]
    assert found(engine, RunFilter(run_ids=())) == []
    assert found(engine, RunFilter(batch=0)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("sought", "outcome"),
    [
        pytest.param("", [1, 2, 3], id="nothing sought"),
        pytest.param("GRÖSSE", [1], id="any case, beyond English, in the output"),
        pytest.param("größe", [1], id="as written"),
        pytest.param("ПРИВЕТ", [2], id="Cyrillic, in the input"),
        pytest.param("claim 1 contra", [3], id="in a claim"),
        pytest.param("Reason Three", [3], id="in the run's reason"),
        pytest.param("%", [2], id="a percent sign is no wildcard"),
        pytest.param("_", [1], id="nor is an underscore"),
        pytest.param("a\\b", [2], id="nor is a backslash anything"),
        pytest.param("'; DROP TABLE run; --", [], id="quotes are text"),
        pytest.param("x" * 60_000, [], id="a long text"),
    ],
)
def test_text_is_found_as_it_is_whatever_its_case(
    engine: Engine, score: Score, sought: str, outcome: list[int]
) -> None:
    score("s", output="Die Größe ist_7")
    score("s", output="100% a\\b", input="привет")
    score("sc", output="other", reason="reason three")

    assert found(engine, RunFilter(text=sought)) == outcome


@pytest.mark.parametrize(
    ("filter", "outcome"),
    [
        pytest.param(RunFilter(), [1, 2, 3, 4, 5, 6], id="everything"),
        pytest.param(RunFilter(labels=("contradicted",)), [2, 3], id="one label"),
        pytest.param(
            RunFilter(labels=("unjudged", "unsupported")), [3, 4, 5], id="two"
        ),
        pytest.param(RunFilter(labels=("nonsense",)), [], id="no such label"),
        pytest.param(RunFilter(kinds=("date",)), [2, 3], id="kind"),
        pytest.param(RunFilter(kinds=("date", "missing")), [2, 3, 4], id="kinds"),
        pytest.param(RunFilter(bands=("none",)), [1], id="band none"),
        pytest.param(RunFilter(bands=("low", "complete")), [2, 4], id="two bands"),
        pytest.param(RunFilter(bands=("mixed",)), [3], id="band mixed"),
        pytest.param(RunFilter(bands=("nonsense",)), [], id="no such band"),
        pytest.param(RunFilter(statuses=("failed", "queued")), [5, 6], id="statuses"),
        pytest.param(RunFilter(judges=("openai/x",)), [2], id="judge"),
        pytest.param(RunFilter(batch=1), [3], id="batch"),
        pytest.param(RunFilter(batch=9), [], id="no such batch"),
        pytest.param(RunFilter(tags=("x", "y")), [1, 4], id="tags"),
        pytest.param(RunFilter(flagged=True), [2, 3, 4], id="flagged"),
        pytest.param(RunFilter(flagged=False), [1, 5, 6], id="not flagged"),
        pytest.param(RunFilter(suspicious=True), [4], id="suspicious"),
        pytest.param(RunFilter(suspicious=False, flagged=True), [2, 3], id="both"),
        pytest.param(RunFilter(reviewed=True), [3], id="reviewed"),
        pytest.param(RunFilter(reviewed=False), [1, 2, 4, 5, 6], id="not reviewed"),
        pytest.param(RunFilter(share_from=0.5), [3, 4], id="from, inclusive"),
        pytest.param(RunFilter(share_to=0.5), [1, 2], id="to, exclusive"),
        pytest.param(RunFilter(share_to=1.0), [1, 2, 3, 4], id="to 1, inclusive"),
        pytest.param(RunFilter(share_from=0.25, share_to=0.6), [2, 3], id="range"),
        pytest.param(RunFilter(since=MOMENT + timedelta(hours=4)), [5, 6], id="since"),
        pytest.param(RunFilter(until=MOMENT + timedelta(hours=1)), [1], id="until"),
    ],
)
def test_filters_let_through_what_they_say(
    engine: Engine, score: Score, filter: RunFilter, outcome: list[int]
) -> None:
    batch = create_batch(engine, name="b", settings=RunSettings())
    at = [MOMENT + timedelta(hours=hour) for hour in range(6)]
    score("s", created_at=at[0])
    score("sssc", judge="openai/x", kind="date", created_at=at[1])
    score("su" + "sc", kind="date", batch_id=batch, created_at=at[2])
    score("u", kind="missing", suspicious=True, created_at=at[3])
    score("?", status="failed", created_at=at[4])
    queue_runs(engine, [NewSample("x")], RunSettings(), source="page", created_at=at[5])
    with writing(engine) as connection, changing(connection, [3]):
        connection.execute(update(RUN).where(RUN.c.id == 3).values(reviewed_at=MOMENT))
        tags = [(1, "x"), (4, "y"), (4, "x"), (5, "z")]
        connection.execute(
            insert(Tag), [{"run_id": run, "name": name} for run, name in tags]
        )

    assert found(engine, filter) == outcome


def test_runs_in_the_bin_are_in_no_list(engine: Engine, score: Score) -> None:
    score("c", judge="gone")
    with writing(engine) as connection, changing(connection, [1]):
        connection.execute(update(RUN).values(deleted_at=MOMENT))

    assert found(engine, RunFilter()) == []
    assert list_judges(engine) == []


def test_judges_are_listed_once_by_name(engine: Engine, score: Score) -> None:
    for judge in ("b", "offline", "a", "b"):
        score(judge=judge)

    assert list_judges(engine) == ["a", "b", "offline"]


def test_bands_and_words_are_those_of_scoring() -> None:
    assert bands.STARTS == formula.BANDS
    assert values.Label == scoring.Label
    assert values.Kind == scoring.Kind
    assert values.SampleLabel == scoring.SampleLabel
    assert set(values.HALLUCINATED) == formula.HALLUCINATED


@pytest.mark.parametrize("share", [0.0, 1e-9, 0.4999, 0.5, 0.6999, 0.7, 0.8999, 0.9, 1])
def test_a_share_is_in_the_band_that_scoring_gives_it(share: float) -> None:
    assert bands.band(share) == formula.band(share)


def test_a_page_of_the_newest_runs_reads_an_index(engine: Engine) -> None:
    query = (
        "EXPLAIN QUERY PLAN SELECT id FROM run WHERE deleted_at IS NULL"
        " ORDER BY created_at DESC, id DESC LIMIT 50"
    )
    with engine.connect() as connection:
        plan = [row.detail for row in connection.execute(text(query))]

    assert plan == ["SCAN run USING COVERING INDEX ix_run_created_at"]
