"""Sums that are kept with each write, beside a full scan of what was written."""

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select, update

from storage import kinds
from storage.batch_states import cancel_batch, resume_batch
from storage.batches import create_batch
from storage.database import open_database
from storage.length_ranges import EDGES
from storage.repeating import queue_again
from storage.reviews import flag
from storage.runs import (
    count_runs,
    give_back,
    queue_runs,
    requeue_runs,
    save_runs,
    take_runs,
)
from storage.tables import (
    CLAIM,
    DAILY_TALLY,
    KIND_TALLY,
    LENGTH_TALLY,
    METADATA_VALUE,
    RUN,
    SAMPLE,
    SAMPLE_METADATA,
    TALLY,
)
from storage.tallies import changing
from storage.transactions import writing
from storage.values import (
    HALLUCINATED,
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunFilter,
    RunSettings,
    StoredEvidence,
)

MOMENT = datetime(2026, 1, 1, 22, 30, tzinfo=UTC)
LABELS = ("supported", "contradicted", "unsupported", "unjudged")
KINDS = ("date", "missing", None)


def cell(run: Any) -> tuple[Any, ...]:
    bits = (1, 2, 4, 8)
    return (
        run.judge,
        run.batch_id or 0,
        run.status,
        run.flagged,
        run.suspicious,
        run.reviewed_at is not None,
        sum(
            bit
            for bit, label in zip(bits, LABELS, strict=True)
            if getattr(run, f"final_{label}")
        ),
        -1.0 if run.final_share is None else run.final_share,
    )


def by_scan(engine: Engine) -> list[Counter[tuple[Any, ...]]]:
    """What the four tables of sums must hold, from the rows themselves."""
    ever: Counter[tuple[Any, ...]] = Counter()
    daily: Counter[tuple[Any, ...]] = Counter()
    of_kinds: Counter[tuple[Any, ...]] = Counter()
    lengths: Counter[tuple[Any, ...]] = Counter()
    with engine.connect() as connection:
        runs = connection.execute(select(RUN).where(RUN.c.deleted_at.is_(None))).all()
        claims = connection.execute(
            select(CLAIM).where(
                CLAIM.c.removed_at.is_(None), CLAIM.c.label.in_(HALLUCINATED)
            )
        ).all()
    for run in runs:
        day = run.created_at.strftime("%Y-%m-%d")
        for name, number in (
            ("runs", 1),
            *((label, getattr(run, f"final_{label}")) for label in LABELS),
        ):
            ever[(*cell(run), name)] += number
            daily[(day, *cell(run), name)] += number
        for of in ("output", "context"):
            at = max(
                at
                for at, edge in enumerate(EDGES)
                if edge <= getattr(run, f"{of}_chars")
            )
            lengths[(*cell(run)[:3], of, at, cell(run)[-1], "runs")] += 1
    by_id = {run.id: run for run in runs}
    for claim in claims:
        if claim.run_id in by_id:
            run = by_id[claim.run_id]
            day = run.created_at.strftime("%Y-%m-%d")
            key = (day, run.judge, run.batch_id or 0, run.status)
            of_kinds[(*key, claim.kind or "other", claim.label)] += 1
    return [+ever, +daily, +of_kinds, +lengths]


def as_kept(engine: Engine) -> list[Counter[tuple[Any, ...]]]:
    found = []
    with engine.connect() as connection:
        for table in (TALLY, DAILY_TALLY, KIND_TALLY, LENGTH_TALLY):
            keys = [column.name for column in table.primary_key]
            sums: Counter[tuple[Any, ...]] = Counter()
            for row in connection.execute(select(table)).mappings():
                for name in row.keys() - set(keys):
                    sums[(*(row[key] for key in keys), name)] = row[name]
            found.append(Counter({key: n for key, n in sums.items() if n}))
    return found


def spreads_by_scan(engine: Engine) -> dict[int, float | None]:
    with engine.connect() as connection:
        rows = connection.execute(select(RUN, SAMPLE.c.content_hash).join(SAMPLE)).all()
    spreads: dict[bytes, float | None] = {}
    for texts in {row.content_hash for row in rows}:
        judged = [
            row
            for row in rows
            if row.content_hash == texts
            and row.share is not None
            and row.deleted_at is None
        ]
        shares = [row.share for row in judged]
        several = len({row.judge for row in judged}) > 1
        spreads[texts] = max(shares) - min(shares) if several else None
    return {row.id: spreads[row.content_hash] for row in rows if row.share is not None}


class History:
    """Random writes, as pages, workers and people make them."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.engine = engine
        self.chance = random.Random(seed)
        self.batches = [
            create_batch(engine, name=name, settings=RunSettings()) for name in "ab"
        ]

    def step(self) -> None:
        act = self.chance.choice(
            (
                self.queue,
                self.save,
                self.save,
                self.give_back,
                self.requeue,
                self.flag,
                self.throw_away_and_back,
                self.relabel,
                self.cancel_and_resume,
                self.again,
                self.empty_the_bin,
            )
        )
        act()

    def ids(self, status: str | None = None) -> list[int]:
        query = select(RUN.c.id)
        if status:
            query = query.where(RUN.c.status == status)
        with self.engine.connect() as connection:
            found = list(connection.scalars(query))
        return self.chance.sample(found, min(len(found), 3))

    def queue(self) -> None:
        samples = [
            NewSample(
                output=f"output {self.chance.randrange(4)}",
                context=("c", "é" * 49 * self.chance.randrange(2)),
                metadata={"model": self.chance.choice(("a", 1, None))},
            )
            for _ in range(3)
        ]
        queue_runs(
            self.engine,
            samples,
            RunSettings(judge=self.chance.choice(("a", "b"))),
            source="code",
            batch_id=self.chance.choice((None, *self.batches)),
            created_at=MOMENT + timedelta(hours=self.chance.randrange(48)),
            errors=[None, None, self.chance.choice((None, "bad row"))],
        )

    def finished(self, run_id: int) -> FinishedRun:
        labels = self.chance.choices(LABELS, k=self.chance.choice((0, 2, 5, 60)))
        wrong = sum(label in HALLUCINATED for label in labels)
        judged = len(labels) - labels.count("unjudged")
        claims = tuple(
            NewClaim(
                "text",
                None,
                None,
                NewVerdict(
                    label,
                    evidence=self.chance.choice((None, StoredEvidence(0, 0, 1, "c"))),
                    kind=self.chance.choice(KINDS) if label in HALLUCINATED else None,
                ),
            )
            for label in labels
        )
        failed = judged == 0 and bool(labels)
        return FinishedRun(
            run_id,
            "failed" if failed else "scored",
            None if failed else wrong / judged if judged else 0.0,
            1.0,
            1.0,
            "a reason to look",
            claims,
            suspicious=self.chance.random() < 0.2,
        )

    def save(self) -> None:
        taken = take_runs(self.engine, worker="w", limit=2)
        save_runs(self.engine, [self.finished(run.run_id) for run in taken], worker="w")

    def give_back(self) -> None:
        take_runs(self.engine, worker="w", limit=1)
        give_back(self.engine, worker="w")

    def requeue(self) -> None:
        requeue_runs(self.engine, statuses=("failed", "scored"), run_ids=self.ids())

    def flag(self) -> None:
        flag(
            self.engine,
            self.ids(),
            flagged=self.chance.choice((True, False, None)),
            person="ada",
        )

    def throw_away_and_back(self) -> None:
        ids = self.ids()
        with writing(self.engine) as connection, changing(connection, ids):
            connection.execute(
                update(RUN)
                .where(RUN.c.id.in_(ids))
                .values(deleted_at=self.chance.choice((MOMENT, None)))
            )

    def relabel(self) -> None:
        ids = self.ids("scored")
        with writing(self.engine) as connection, changing(connection, ids):
            runs = RUN.c.id.in_(ids)
            connection.execute(
                update(CLAIM)
                .where(CLAIM.c.run_id.in_(ids), CLAIM.c.position < 2)
                .values(label="contradicted", kind="place")
            )
            connection.execute(
                update(RUN)
                .where(runs)
                .values(reviewed_at=MOMENT, final_contradicted=7, final_share=0.7)
            )

    def cancel_and_resume(self) -> None:
        batch = self.chance.choice(self.batches)
        cancel_batch(self.engine, batch)
        if self.chance.random() < 0.7:
            resume_batch(self.engine, batch)

    def again(self) -> None:
        queue_again(
            self.engine, RunSettings(judge="c"), source="code", of_runs=self.ids()
        )

    def empty_the_bin(self) -> None:
        gone = RUN.c.deleted_at.is_not(None)
        with writing(self.engine) as connection, changing(connection, gone):
            connection.execute(delete(RUN).where(gone))


@pytest.mark.parametrize("seed", range(6))
def test_sums_are_those_of_a_full_scan_whatever_was_written(
    engine: Engine, seed: int
) -> None:
    history = History(engine, seed)

    for at in range(60):
        history.step()
        if at % 10 == 9:
            assert as_kept(engine) == by_scan(engine)

    with engine.connect() as connection:
        kept = dict(
            connection.execute(
                select(RUN.c.id, RUN.c.spread).where(RUN.c.share.is_not(None))
            ).all()
        )
    assert kept == spreads_by_scan(engine)
    assert as_kept(engine)[0]


def test_a_transaction_that_fails_leaves_the_sums_alone(
    engine: Engine, score: Callable[..., int]
) -> None:
    run_id = score("sc")
    before = as_kept(engine)

    def fail() -> None:
        with writing(engine) as connection, changing(connection, [run_id]):
            connection.execute(update(RUN).values(flagged=False))
            connection.execute(update(RUN).values(status="nonsense"))

    with pytest.raises(ValueError, match="refused"):
        fail()

    assert as_kept(engine) == before == by_scan(engine)


def test_sums_are_kept_only_where_they_can_be(engine: Engine) -> None:
    with (
        engine.connect() as connection,
        pytest.raises(RuntimeError, match="inside writing"),
        changing(connection, [1]),
    ):
        pass


OF_CLAIM = (CLAIM.c.id, CLAIM.c.text_key, CLAIM.c.context_id, CLAIM.c.context_index)

OF_SAMPLES = (
    select(METADATA_VALUE.c.name, METADATA_VALUE.c.value, SAMPLE_METADATA.c.sample_id)
    .join(METADATA_VALUE)
    .order_by(METADATA_VALUE.c.value, SAMPLE_METADATA.c.sample_id)
)


OLDER_INDEXES = {
    "created_at": ", id",
    "final_share": ", id",
    "output_chars": ", id",
    "sample_id": "",
}


def make_older(engine: Engine) -> None:
    """Take away from a database what came with the sums."""
    tables = (
        "tally",
        "daily_tally",
        "kind_tally",
        "length_tally",
        "sample_metadata",
        "metadata_value",
        "sample_text_terms",
        "sample_text",
        "run_text_terms",
        "run_text",
    )
    indexes = {
        "run": (
            "created_at",
            "final_share",
            "output_chars",
            "sample_id",
            "best",
            "contradicted",
            "deleted_at",
            "least_confidence",
            "suspicious",
            "spread",
        ),
        "claim": ("text_key", "context", "worst"),
    }
    columns = {
        "run": ("kinds", "spread", "context_chars"),
        "claim": ("text_key", "context_id", "context_index"),
    }
    with engine.begin() as connection:
        for table in tables:
            connection.exec_driver_sql(f"DROP TABLE {table}")
        for table, names in indexes.items():
            for name in names:
                connection.exec_driver_sql(f"DROP INDEX ix_{table}_{name}")
        for table, names in columns.items():
            for name in names:
                connection.exec_driver_sql(f"ALTER TABLE {table} DROP COLUMN {name}")
        for column, also in OLDER_INDEXES.items():
            connection.exec_driver_sql(
                f"CREATE INDEX ix_run_{column} ON run ({column}{also})"
            )
        connection.exec_driver_sql(
            "CREATE INDEX ix_claim_label ON claim (label, kind, run_id, confidence)"
        )
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0002'")


def test_an_older_database_gets_its_sums_as_it_is_opened(
    engine: Engine,
) -> None:
    history = History(engine, 7)
    for _ in range(40):
        history.step()
    expected = as_kept(engine), spreads_by_scan(engine)
    file = Path(str(engine.url.database))
    with engine.connect() as connection:
        keys = connection.execute(select(*OF_CLAIM)).all()
        lengths = list(
            connection.scalars(select(RUN.c.context_chars).order_by(RUN.c.id))
        )
        metadata = connection.execute(OF_SAMPLES).all()
    texts = [RunFilter(text="output 1"), RunFilter(text="a reason to look")]
    numbers = [count_runs(engine, each) for each in texts]
    make_older(engine)
    engine.dispose()

    opened = open_database(file)

    assert as_kept(opened) == expected[0]
    with opened.connect() as connection:
        runs = connection.execute(select(RUN).order_by(RUN.c.id)).all()
        claims = connection.execute(
            select(CLAIM).where(CLAIM.c.removed_at.is_(None))
        ).all()
    for run in runs:
        of_run = [(each.kind, each.label) for each in claims if each.run_id == run.id]
        assert run.kinds == kinds.packed(of_run)
    assert {run.id: run.spread for run in runs if run.share is not None} == expected[1]
    assert [run.context_chars for run in runs] == lengths
    assert [count_runs(opened, each) for each in texts] == numbers
    assert all(numbers)
    with opened.connect() as connection:
        assert connection.execute(select(*OF_CLAIM)).all() == keys
        assert connection.execute(OF_SAMPLES).all() == metadata
    opened.dispose()


@pytest.mark.parametrize(
    ("claims", "pairs", "overflows"),
    [
        pytest.param([], {}, False, id="no claims"),
        pytest.param([("date", "supported")], {}, False, id="nothing hallucinated"),
        pytest.param(
            [("date", "contradicted")] * 2 + [(None, "unsupported")],
            {("date", "contradicted"): 2, ("other", "unsupported"): 1},
            False,
            id="two kinds",
        ),
        pytest.param(
            [("other", "unsupported")] * 9,
            {("other", "unsupported"): 7},
            True,
            id="more than it holds",
        ),
    ],
)
def test_kinds_are_packed_into_one_number(
    claims: list[tuple[str | None, str]],
    pairs: dict[tuple[str, str], int],
    overflows: bool,
) -> None:
    number = kinds.packed(claims)

    assert kinds.unpacked(number) == pairs
    assert kinds.overflows(number) == overflows
    assert number < 2**63


def test_a_kind_is_found_in_the_number_whichever_label_it_has() -> None:
    dates = kinds.packed([("date", "unsupported"), ("place", "supported")])

    assert dates & kinds.mask(["date", "order"])
    assert not dates & kinds.mask(["place", "nonsense"])
