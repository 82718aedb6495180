"""Keep sums of runs with each write, and on each run how it is hallucinated."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KINDS = (
    "number",
    "date",
    "name",
    "place",
    "negation",
    "quantity",
    "order",
    "missing",
    "other",
)
LABELS = ("supported", "contradicted", "unsupported", "unjudged")
CELL = {
    "judge": "judge",
    "batch_id": "coalesce(batch_id, 0)",
    "status": "status",
    "flagged": "flagged",
    "suspicious": "suspicious",
    "reviewed": "reviewed_at IS NOT NULL",
    "labels": " + ".join(
        f"CASE WHEN final_{label} > 0 THEN {1 << at} ELSE 0 END"
        for at, label in enumerate(LABELS)
    ),
    "share": "coalesce(final_share, -1)",
}


def upgrade() -> None:
    """Keep sums of runs."""
    op.add_column(
        "run", sa.Column("kinds", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.add_column("run", sa.Column("spread", sa.Float(), nullable=True))
    _make_tallies()
    _fill_kinds()
    _fill_spreads()
    _fill_tallies()


def _make_tallies() -> None:
    op.create_table("tally", *_cell(), *_key("tally", *CELL), sqlite_with_rowid=False)
    op.create_table(
        "daily_tally",
        _day(),
        *_cell(),
        *_key("daily_tally", "day", *CELL),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "kind_tally",
        _day(),
        *_cell()[:3],
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("contradicted", sa.Integer(), nullable=False),
        sa.Column("unsupported", sa.Integer(), nullable=False),
        *_key("kind_tally", "day", "judge", "batch_id", "status", "kind"),
        sqlite_with_rowid=False,
    )


def _day() -> sa.Column[str]:
    return sa.Column("day", sa.String(), nullable=False)


def _cell() -> list[sa.Column[Any]]:
    types: dict[str, Any] = {
        "judge": sa.String(),
        "batch_id": sa.Integer(),
        "status": sa.String(),
        "flagged": sa.Boolean(),
        "suspicious": sa.Boolean(),
        "reviewed": sa.Boolean(),
        "labels": sa.Integer(),
        "share": sa.Float(),
        "runs": sa.Integer(),
        **dict.fromkeys(LABELS, sa.Integer()),
    }
    return [sa.Column(name, type, nullable=False) for name, type in types.items()]


def _key(table: str, *columns: str) -> list[sa.PrimaryKeyConstraint]:
    return [sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}"))]


def _fill_kinds() -> None:
    weights = " ".join(
        f"WHEN kind = '{kind}' AND label = '{label}' THEN {1 << 3 * (2 * at + second)}"
        for at, kind in enumerate(KINDS)
        for second, label in enumerate(("contradicted", "unsupported"))
    )
    op.execute(
        "UPDATE run SET kinds = (SELECT coalesce(sum(CASE WHEN n > 7 THEN 7 ELSE n END"
        f" * CASE {weights} END), 0) FROM (SELECT coalesce(kind, 'other') AS kind,"
        " label, count(*) AS n FROM claim WHERE claim.run_id = run.id"
        " AND removed_at IS NULL AND label IN ('contradicted', 'unsupported')"
        " GROUP BY 1, 2) AS counted) WHERE final_contradicted + final_unsupported > 0"
    )


def _fill_spreads() -> None:
    op.execute(
        "CREATE TEMPORARY TABLE texts_spread AS SELECT content_hash,"
        " max(share) - min(share) AS spread FROM run"
        " JOIN sample ON sample.id = run.sample_id"
        " WHERE share IS NOT NULL AND deleted_at IS NULL"
        " GROUP BY content_hash HAVING count(DISTINCT judge) > 1"
    )
    op.execute(
        "UPDATE run SET spread = (SELECT texts_spread.spread FROM texts_spread"
        " JOIN sample ON sample.content_hash = texts_spread.content_hash"
        " WHERE sample.id = run.sample_id) WHERE sample_id IN (SELECT id FROM sample"
        " WHERE content_hash IN (SELECT content_hash FROM texts_spread))"
    )
    op.execute("DROP TABLE texts_spread")


def _fill_tallies() -> None:
    day = "substr(created_at, 1, 10)"
    if op.get_bind().dialect.name == "postgresql":
        day = "to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
    cell = [f"{fact} AS {name}" for name, fact in CELL.items()]
    sums = [f"sum(final_{label})" for label in LABELS]
    for table, facts in (("tally", cell), ("daily_tally", [f"{day} AS day", *cell])):
        places = ", ".join(str(at + 1) for at in range(len(facts)))
        op.execute(
            f"INSERT INTO {table} SELECT {', '.join([*facts, 'count(*)', *sums])}"
            f" FROM run WHERE deleted_at IS NULL GROUP BY {places}"
        )
    op.execute(
        f"INSERT INTO kind_tally SELECT {day} AS day, judge, coalesce(batch_id, 0),"
        " status, coalesce(claim.kind, 'other'),"
        " sum(CASE WHEN label = 'contradicted' THEN 1 ELSE 0 END),"
        " sum(CASE WHEN label = 'unsupported' THEN 1 ELSE 0 END)"
        " FROM run JOIN claim ON claim.run_id = run.id"
        " WHERE deleted_at IS NULL AND removed_at IS NULL"
        " AND label IN ('contradicted', 'unsupported') GROUP BY 1, 2, 3, 4, 5"
    )
