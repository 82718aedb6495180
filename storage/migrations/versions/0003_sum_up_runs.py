"""Keep sums of runs with each write, and on each run how it is hallucinated."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from storage.metadata import keep_metadata
from storage.refilling import refill
from storage.search_index import make
from storage.text_keys import text_key

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
CELL = (
    "judge",
    "batch_id",
    "status",
    "flagged",
    "suspicious",
    "reviewed",
    "labels",
    "share",
)
FACTS = (
    "deleted_at",
    "status",
    "judge",
    "batch_id",
    "flagged",
    "suspicious",
    "reviewed_at",
    "final_share",
    "final_supported",
    "final_contradicted",
    "final_unsupported",
    "final_unjudged",
    "kinds",
    "least_confidence",
    "output_chars",
    "context_chars",
    "sample_id",
)
CONTRADICTED = "label = 'contradicted' AND removed_at IS NULL"
HALLUCINATED = (
    "(label = 'contradicted' OR label = 'unsupported') AND removed_at IS NULL"
)


def upgrade() -> None:
    """Keep sums of runs."""
    op.add_column(
        "run", sa.Column("kinds", sa.BigInteger(), server_default="0", nullable=False)
    )
    op.add_column("run", sa.Column("spread", sa.Float(), nullable=True))
    op.add_column(
        "run",
        sa.Column("context_chars", sa.Integer(), server_default="0", nullable=False),
    )
    op.add_column("claim", sa.Column("text_key", sa.BigInteger(), nullable=True))
    op.add_column("claim", sa.Column("context_id", sa.Integer(), nullable=True))
    op.add_column("claim", sa.Column("context_index", sa.Integer(), nullable=True))
    _make_tallies()
    _make_metadata()
    _fill_claims()
    _fill_context_chars()
    _fill_metadata()
    _make_indexes()
    _fill_kinds()
    _fill_spreads()
    refill(op.get_bind())
    make(op.get_bind())
    _make_sequences()


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
    op.create_table(
        "length_tally",
        *_cell()[:3],
        sa.Column("of", sa.String(), nullable=False),
        sa.Column("range", sa.Integer(), nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("runs", sa.Integer(), nullable=False),
        *_key("length_tally", "judge", "batch_id", "status", "of", "range", "share"),
        sqlite_with_rowid=False,
    )


def _make_metadata() -> None:
    op.create_table(
        "metadata_value",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_metadata_value")),
        sa.UniqueConstraint("name", "value", name=op.f("uq_metadata_value_name_value")),
    )
    op.create_table(
        "sample_metadata",
        sa.Column("value_id", sa.Integer(), nullable=False),
        sa.Column("sample_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["value_id"],
            ["metadata_value.id"],
            name=op.f("fk_sample_metadata_value_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["sample_id"],
            ["sample.id"],
            name=op.f("fk_sample_metadata_sample_id"),
            ondelete="CASCADE",
        ),
        *_key("sample_metadata", "value_id", "sample_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sample_metadata_sample_id", "sample_metadata", ["sample_id"])


def _make_indexes() -> None:
    latest = sa.text("id DESC")
    indexes: dict[str, list[Any]] = {
        "created_at": ["created_at", "id", *FACTS],
        "final_share": ["final_share", "id", "deleted_at"],
        "output_chars": ["output_chars", "id", "deleted_at"],
        "sample_id": ["sample_id", "deleted_at", "flagged"],
        "best": ["final_share", latest, "deleted_at"],
        "contradicted": ["final_contradicted", "id", "deleted_at"],
        "least_confidence": ["least_confidence", latest, "deleted_at"],
    }
    for name in ("created_at", "final_share", "output_chars", "sample_id"):
        op.drop_index(f"ix_run_{name}", "run")
    for name, columns in indexes.items():
        op.create_index(f"ix_run_{name}", "run", columns)
    op.drop_index("ix_claim_label", "claim")
    partial: dict[str, tuple[str, list[Any], str]] = {
        "ix_run_deleted_at": ("run", ["deleted_at"], "deleted_at IS NOT NULL"),
        "ix_run_suspicious": ("run", ["created_at", "id"], "suspicious"),
        "ix_run_spread": ("run", ["spread", "sample_id", "id"], "spread IS NOT NULL"),
        "ix_claim_text_key": ("claim", ["label", "text_key", "run_id"], CONTRADICTED),
        "ix_claim_context": (
            "claim",
            ["label", "context_id", "context_index", "run_id"],
            CONTRADICTED,
        ),
        "ix_claim_worst": (
            "claim",
            ["label", sa.text("confidence DESC"), sa.text("run_id DESC"), "position"],
            HALLUCINATED,
        ),
    }
    for name, (table, columns, condition) in partial.items():
        where = sa.text(condition)
        op.create_index(
            name, table, columns, sqlite_where=where, postgresql_where=where
        )


def _fill_claims() -> None:
    """Name the texts that judges' evidence stands in, and what claims say."""
    op.execute(
        "UPDATE claim SET context_index = (SELECT verdict.context_index FROM verdict"
        " WHERE verdict.claim_id = claim.id AND person IS NULL), context_id = (SELECT"
        " sample.context_id FROM run JOIN sample ON sample.id = run.sample_id WHERE"
        " run.id = claim.run_id)"
    )
    op.execute("UPDATE claim SET context_id = NULL WHERE context_index IS NULL")
    connection = op.get_bind()
    change = sa.text("UPDATE claim SET text_key = :key WHERE id = :id")
    after = 0
    while rows := connection.execute(
        sa.text("SELECT id, text FROM claim WHERE id > :after ORDER BY id LIMIT 5000"),
        {"after": after},
    ).all():
        keys = [{"id": row.id, "key": text_key(row.text)} for row in rows]
        connection.execute(change, keys)
        after = rows[-1].id


def _fill_context_chars() -> None:
    elements = "json_each(context.texts)"
    if op.get_bind().dialect.name == "postgresql":
        elements = "json_array_elements_text(context.texts) AS each(value)"
    op.execute(
        "UPDATE run SET context_chars = (SELECT coalesce(sum(length(value)), 0) FROM"
        f" sample, context, {elements} WHERE sample.id = run.sample_id"
        " AND context.id = sample.context_id)"
    )


def _fill_metadata() -> None:
    connection = op.get_bind()
    samples = sa.table("sample", sa.column("id"), sa.column("details", sa.JSON))
    after = 0
    while rows := connection.execute(
        sa.select(samples.c.id, samples.c.details)
        .where(samples.c.id > after)
        .order_by(samples.c.id)
        .limit(5000)
    ).all():
        keep_metadata(connection, {row.id: row.details for row in rows})
        after = rows[-1].id


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


def _make_sequences() -> None:
    """Let PostgreSQL look texts up, where its extension for that can be had."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    there = "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'"
    if not connection.scalar(sa.text(there)):
        return
    try:
        with connection.begin_nested():
            op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except sa.exc.ProgrammingError:  # it takes a right that not every user has
        return
    for table, column in (
        ("sample", "output"),
        ("sample", "input"),
        ("claim", "text"),
        ("run", "reason"),
    ):
        op.execute(
            f"CREATE INDEX ix_{table}_{column}_sequences ON {table}"
            f" USING gin (lower({column}) gin_trgm_ops)"
        )
