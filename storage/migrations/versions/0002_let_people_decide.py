"""Let people decide: what counts beside what the judge found, reviews, batch states."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

FINISHED = "('scored', 'partial', 'no_claims', 'no_context')"
KEEPS_IDS = {"sqlite_autoincrement": True}
COUNTS = ("supported", "contradicted", "unsupported", "unjudged")


def upgrade() -> None:
    """Let people decide."""
    _runs()
    op.execute(
        "ALTER TABLE batch ADD COLUMN state VARCHAR DEFAULT 'active' NOT NULL"
        " CONSTRAINT ck_batch_state CHECK (state IN ('active', 'paused', 'cancelled'))"
    )
    op.execute(
        "ALTER TABLE batch ADD COLUMN concurrency INTEGER"
        " CONSTRAINT ck_batch_concurrency CHECK (concurrency > 0)"
    )
    op.add_column("claim", sa.Column("removed_by", sa.String(), nullable=True))
    op.add_column(
        "claim", sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True)
    )
    op.add_column("claim", sa.Column("replaces_id", sa.Integer(), nullable=True))
    op.add_column(
        "verdict", sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True)
    )
    op.create_table(
        "review",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("claim_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_review_run_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review")),
    )
    op.create_index("ix_review_run_id", "review", ["run_id"])


def _runs() -> None:
    with op.batch_alter_table("run", table_kwargs=KEEPS_IDS) as table:
        table.drop_constraint(op.f("ck_run_reviewed_share"), type_="check")
        table.drop_index("ix_run_share")
        table.drop_column("reviewed_share")
        table.add_column(sa.Column("final_share", sa.Float(), nullable=True))
        table.add_column(sa.Column("least_confidence", sa.Float(), nullable=True))
        for name in COUNTS:
            table.add_column(
                sa.Column(
                    f"final_{name}", sa.Integer(), server_default="0", nullable=False
                )
            )
    op.execute(
        "UPDATE run SET final_share = share, least_confidence = (SELECT"
        " min(claim.confidence) FROM claim WHERE claim.run_id = run.id), "
        + ", ".join(f"final_{name} = {name}" for name in COUNTS)
    )
    with op.batch_alter_table("run", table_kwargs=KEEPS_IDS) as table:
        table.create_index("ix_run_final_share", ["final_share", "id"])
        table.create_check_constraint(
            op.f("ck_run_final_share"), "final_share >= 0 AND final_share <= 1"
        )
        table.create_check_constraint(
            op.f("ck_run_final_share_when_finished"),
            f"(status IN {FINISHED}) = (final_share IS NOT NULL)",
        )
