"""Make all tables."""

# ruff: noqa: E501
from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "batch",
        sa.Column("judge", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("reason_by", sa.String(), nullable=False),
        sa.Column("scale", sa.Float(), nullable=False),
        sa.Column("temperature", sa.Float(), nullable=True),
        sa.Column("timeout_s", sa.Float(), nullable=False),
        sa.Column("api_base", sa.String(), nullable=True),
        sa.Column("flag_threshold", sa.Float(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("repeat", sa.Integer(), nullable=False),
        sa.Column("use_cache", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("file_name", sa.String(), nullable=True),
        sa.Column("baseline", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "flag_threshold >= 0 AND flag_threshold <= 1",
            name=op.f("ck_batch_flag_threshold"),
        ),
        sa.CheckConstraint("scale > 0", name=op.f("ck_batch_scale")),
        sa.CheckConstraint("repeat > 0", name=op.f("ck_batch_repeat")),
        sa.CheckConstraint("timeout_s > 0", name=op.f("ck_batch_timeout_s")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "cached_reply",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("reply", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_cached_reply")),
    )
    op.create_table(
        "context",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_context")),
        sa.UniqueConstraint("hash", name=op.f("uq_context_hash")),
    )
    op.create_table(
        "judge_cut_off",
        sa.Column("judge", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.CheckConstraint(
            "share >= 0 AND share <= 1", name=op.f("ck_judge_cut_off_share")
        ),
        sa.PrimaryKeyConstraint("judge", name=op.f("pk_judge_cut_off")),
    )
    op.create_table(
        "worker",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_worker")),
    )
    op.create_table(
        "sample",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("input", sa.String(), nullable=True),
        sa.Column("output", sa.String(), nullable=False),
        sa.Column("context_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "label IN ('faithful', 'hallucinated')", name=op.f("ck_sample_label")
        ),
        sa.ForeignKeyConstraint(
            ["context_id"], ["context.id"], name=op.f("fk_sample_context_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sample")),
        sa.UniqueConstraint("hash", name=op.f("uq_sample_hash")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sample", schema=None) as batch_op:
        batch_op.create_index("ix_sample_content_hash", ["content_hash"], unique=False)
        batch_op.create_index("ix_sample_context_id", ["context_id"], unique=False)

    op.create_table(
        "run",
        sa.Column("judge", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("reason_by", sa.String(), nullable=False),
        sa.Column("scale", sa.Float(), nullable=False),
        sa.Column("temperature", sa.Float(), nullable=True),
        sa.Column("timeout_s", sa.Float(), nullable=False),
        sa.Column("api_base", sa.String(), nullable=True),
        sa.Column("flag_threshold", sa.Float(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("repeat", sa.Integer(), nullable=False),
        sa.Column("use_cache", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sample_id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("trace_id", sa.String(), nullable=True),
        sa.Column("output_chars", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("worker", sa.String(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("share", sa.Float(), nullable=True),
        sa.Column("coverage", sa.Float(), nullable=False),
        sa.Column("context_seen", sa.Float(), nullable=False),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.Column("supported", sa.Integer(), nullable=False),
        sa.Column("contradicted", sa.Integer(), nullable=False),
        sa.Column("unsupported", sa.Integer(), nullable=False),
        sa.Column("unjudged", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("suspicious", sa.Boolean(), nullable=False),
        sa.Column("flagged", sa.Boolean(), nullable=False),
        sa.Column("person_flag", sa.Boolean(), nullable=True),
        sa.Column("reviewed_share", sa.Float(), nullable=True),
        sa.Column("reviewed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("judge_detail", sa.String(), nullable=True),
        sa.Column("prompt_version", sa.String(), nullable=True),
        sa.Column("tokens_in", sa.Integer(), nullable=True),
        sa.Column("tokens_out", sa.Integer(), nullable=True),
        sa.Column("cost", sa.Float(), nullable=True),
        sa.Column("duration_s", sa.Float(), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(status IN ('scored', 'partial', 'no_claims', 'no_context')) = (share IS NOT NULL)",
            name=op.f("ck_run_share_when_finished"),
        ),
        sa.CheckConstraint(
            "source IN ('page', 'cli', 'live', 'code')", name=op.f("ck_run_source")
        ),
        sa.CheckConstraint(
            "status IN ('queued', 'running', 'scored', 'partial', 'no_claims', 'no_context', 'failed', 'cancelled')",
            name=op.f("ck_run_status"),
        ),
        sa.CheckConstraint(
            "context_seen >= 0 AND context_seen <= 1", name=op.f("ck_run_context_seen")
        ),
        sa.CheckConstraint(
            "coverage >= 0 AND coverage <= 1", name=op.f("ck_run_coverage")
        ),
        sa.CheckConstraint(
            "flag_threshold >= 0 AND flag_threshold <= 1",
            name=op.f("ck_run_flag_threshold"),
        ),
        sa.CheckConstraint(
            "reviewed_share >= 0 AND reviewed_share <= 1",
            name=op.f("ck_run_reviewed_share"),
        ),
        sa.CheckConstraint("scale > 0", name=op.f("ck_run_scale")),
        sa.CheckConstraint("share >= 0 AND share <= 1", name=op.f("ck_run_share")),
        sa.CheckConstraint(
            "supported >= 0 AND contradicted >= 0 AND unsupported >= 0 AND unjudged >= 0 AND claims = supported + contradicted + unsupported + unjudged",
            name=op.f("ck_run_counts"),
        ),
        sa.CheckConstraint("repeat > 0", name=op.f("ck_run_repeat")),
        sa.CheckConstraint("timeout_s > 0", name=op.f("ck_run_timeout_s")),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["batch.id"], name=op.f("fk_run_batch_id")
        ),
        sa.ForeignKeyConstraint(
            ["sample_id"], ["sample.id"], name=op.f("fk_run_sample_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.create_index("ix_run_batch_id", ["batch_id", "status"], unique=False)
        batch_op.create_index("ix_run_created_at", ["created_at", "id"], unique=False)
        batch_op.create_index(
            "ix_run_flagged",
            ["created_at", "id"],
            unique=False,
            sqlite_where=sa.text("flagged"),
            postgresql_where=sa.text("flagged"),
        )
        batch_op.create_index("ix_run_judge", ["judge", "created_at"], unique=False)
        batch_op.create_index(
            "ix_run_output_chars", ["output_chars", "id"], unique=False
        )
        batch_op.create_index("ix_run_sample_id", ["sample_id"], unique=False)
        batch_op.create_index("ix_run_share", ["share", "id"], unique=False)
        batch_op.create_index("ix_run_status", ["status", "id"], unique=False)
        batch_op.create_index(
            "ix_run_worker",
            ["worker"],
            unique=False,
            sqlite_where=sa.text("worker IS NOT NULL"),
            postgresql_where=sa.text("worker IS NOT NULL"),
        )

    op.create_table(
        "claim",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("output_start", sa.Integer(), nullable=True),
        sa.Column("output_end", sa.Integer(), nullable=True),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=True),
        sa.Column("added_by", sa.String(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('number', 'date', 'name', 'place', 'negation', 'quantity', 'order', 'missing', 'other')",
            name=op.f("ck_claim_kind"),
        ),
        sa.CheckConstraint(
            "label IN ('supported', 'contradicted', 'unsupported', 'unjudged')",
            name=op.f("ck_claim_label"),
        ),
        sa.CheckConstraint(
            "confidence >= 0 AND confidence <= 1", name=op.f("ck_claim_confidence")
        ),
        sa.CheckConstraint(
            "output_end >= output_start", name=op.f("ck_claim_output_end")
        ),
        sa.CheckConstraint("output_start >= 0", name=op.f("ck_claim_output_start")),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_claim_run_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim")),
        sa.UniqueConstraint(
            "run_id", "position", name=op.f("uq_claim_run_id_position")
        ),
    )
    with op.batch_alter_table("claim", schema=None) as batch_op:
        batch_op.create_index(
            "ix_claim_label", ["label", "kind", "run_id", "confidence"], unique=False
        )

    op.create_table(
        "judge_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("messages", sa.JSON(), nullable=False),
        sa.Column("reply", sa.String(), nullable=True),
        sa.Column("tokens_in", sa.Integer(), nullable=True),
        sa.Column("tokens_out", sa.Integer(), nullable=True),
        sa.Column("cost", sa.Float(), nullable=True),
        sa.Column("duration_s", sa.Float(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("cached", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["run.id"],
            name=op.f("fk_judge_call_run_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge_call")),
    )
    with op.batch_alter_table("judge_call", schema=None) as batch_op:
        batch_op.create_index("ix_judge_call_run_id", ["run_id"], unique=False)

    op.create_table(
        "tag",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_tag_run_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tag")),
        sa.UniqueConstraint("run_id", "name", name=op.f("uq_tag_run_id_name")),
    )
    with op.batch_alter_table("tag", schema=None) as batch_op:
        batch_op.create_index("ix_tag_name", ["name", "run_id"], unique=False)

    op.create_table(
        "note",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("claim_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["claim_id"],
            ["claim.id"],
            name=op.f("fk_note_claim_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_note_run_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_note")),
    )
    with op.batch_alter_table("note", schema=None) as batch_op:
        batch_op.create_index("ix_note_claim_id", ["claim_id"], unique=False)
        batch_op.create_index("ix_note_run_id", ["run_id"], unique=False)

    op.create_table(
        "verdict",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("claim_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=True),
        sa.Column("kind", sa.String(), nullable=True),
        sa.Column("context_index", sa.Integer(), nullable=True),
        sa.Column("evidence_start", sa.Integer(), nullable=True),
        sa.Column("evidence_end", sa.Integer(), nullable=True),
        sa.Column("quote", sa.String(), nullable=True),
        sa.Column("more_evidence", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("invented_quote", sa.String(), nullable=True),
        sa.Column("layer", sa.String(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('number', 'date', 'name', 'place', 'negation', 'quantity', 'order', 'missing', 'other')",
            name=op.f("ck_verdict_kind"),
        ),
        sa.CheckConstraint(
            "label IN ('supported', 'contradicted', 'unsupported', 'unjudged')",
            name=op.f("ck_verdict_label"),
        ),
        sa.CheckConstraint(
            "confidence >= 0 AND confidence <= 1", name=op.f("ck_verdict_confidence")
        ),
        sa.CheckConstraint("context_index >= 0", name=op.f("ck_verdict_context_index")),
        sa.CheckConstraint(
            "evidence_end >= evidence_start", name=op.f("ck_verdict_evidence_end")
        ),
        sa.CheckConstraint(
            "evidence_start >= 0", name=op.f("ck_verdict_evidence_start")
        ),
        sa.ForeignKeyConstraint(
            ["claim_id"],
            ["claim.id"],
            name=op.f("fk_verdict_claim_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_verdict")),
    )
    with op.batch_alter_table("verdict", schema=None) as batch_op:
        batch_op.create_index("ix_verdict_claim_id", ["claim_id"], unique=False)
