"""The tables, and what they refuse.

Where a number is kept twice, this is which counts: on a run, ``share`` and the counts
per label are the judge's own, those that begin with ``final_`` are what people made of
them, or the same where nobody said anything; on a claim, ``label``, ``kind`` and
``confidence`` are those of the verdict that decides (the newest of a person that is not
withdrawn, else the judge's), so that lists and charts need no verdicts.
Texts of a context are kept once, however many samples share them.
"""

from datetime import datetime
from typing import Any, get_args

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Index,
    MetaData,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from storage.checks import from_0_to_1, index_where, listed, one_of, settings_checks
from storage.values import (
    FINISHED,
    BatchState,
    Kind,
    Label,
    RunStatus,
    SampleLabel,
    Source,
)

NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class Table(SQLModel, registry=registry(metadata=MetaData(naming_convention=NAMES))):
    """Base of all tables, with a registry of its own: reloading the module works."""


class Settings(Table):
    """How runs are scored; the same columns on a batch and on each run."""

    judge: str
    mode: str
    reason_by: str
    scale: float
    temperature: float | None = None
    timeout_s: float
    api_base: str | None = None
    flag_threshold: float
    seed: int | None = Field(default=None, sa_type=BigInteger)
    repeat: int
    use_cache: bool


def count_column() -> Any:
    """Return a column of a count that is 0 until something is counted."""
    return Field(default=0, sa_column_kwargs={"server_default": "0"})


class Batch(Settings, table=True):
    """The runs of one uploaded file or one call.

    Its queued runs are taken only while its ``state`` is ``active``. ``concurrency`` is
    how many of them may be under way at once; None leaves it to the worker.
    """

    __table_args__ = (
        *settings_checks(),
        one_of("state", get_args(BatchState)),
        CheckConstraint("concurrency > 0", name="concurrency"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    created_at: datetime
    name: str
    file_name: str | None = None
    baseline: bool
    state: str = Field(default="active", sa_column_kwargs={"server_default": "active"})
    concurrency: int | None = None


class Context(Table, table=True):
    """A list of texts that outputs must agree with."""

    __table_args__ = (UniqueConstraint("hash"),)

    id: int | None = Field(default=None, primary_key=True)
    hash: bytes
    texts: list[str] = Field(sa_type=JSON)


class Sample(Table, table=True):
    """One thing to check.

    ``hash`` is that of all columns, ``content_hash`` that of the texts: samples of the
    same texts with other labels or metadata share the latter.
    """

    __table_args__ = (
        UniqueConstraint("hash"),
        Index("ix_sample_content_hash", "content_hash"),
        Index("ix_sample_context_id", "context_id"),
        one_of("label", get_args(SampleLabel)),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    created_at: datetime
    hash: bytes
    content_hash: bytes
    input: str | None = None
    output: str
    context_id: int = Field(foreign_key="context.id")
    label: str | None = None
    details: dict[str, Any] = Field(sa_type=JSON)


FACTS_OF_RUN = (
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
"""What filters, orders and figures ask of runs: an index of them spares the rows."""


class Run(Settings, table=True):
    """One sample scored once by one judge.

    ``person_flag`` wins over the share in ``flagged``; a run with ``deleted_at`` lies
    in the bin; ``worker`` is who has it while it is running; ``least_confidence`` is
    that of the judge's least sure verdict. ``kinds`` packs how many of its claims are
    hallucinated in which way (see ``kinds.py``); ``spread`` is how far the judges of
    its texts are apart, None while fewer than two have judged them.
    """

    __table_args__ = (
        *settings_checks(),
        one_of("status", get_args(RunStatus)),
        one_of("source", get_args(Source)),
        from_0_to_1("share"),
        from_0_to_1("coverage"),
        from_0_to_1("context_seen"),
        from_0_to_1("final_share"),
        CheckConstraint(
            f"(status IN {listed(FINISHED)}) = (share IS NOT NULL)",
            name="share_when_finished",
        ),
        CheckConstraint(
            "supported >= 0 AND contradicted >= 0 AND unsupported >= 0"
            " AND unjudged >= 0"
            " AND claims = supported + contradicted + unsupported + unjudged",
            name="counts",
        ),
        Index("ix_run_created_at", "created_at", "id", *FACTS_OF_RUN),
        CheckConstraint(
            f"(status IN {listed(FINISHED)}) = (final_share IS NOT NULL)",
            name="final_share_when_finished",
        ),
        Index("ix_run_final_share", "final_share", "id", "deleted_at"),
        Index("ix_run_output_chars", "output_chars", "id", "deleted_at"),
        Index("ix_run_contradicted", "final_contradicted", "id", "deleted_at"),
        Index("ix_run_status", "status", "id"),
        Index("ix_run_judge", "judge", "created_at"),
        Index("ix_run_batch_id", "batch_id", "status"),
        Index("ix_run_sample_id", "sample_id", "deleted_at", "flagged"),
        index_where("ix_run_flagged", "created_at", "id", condition="flagged"),
        index_where("ix_run_suspicious", "created_at", "id", condition="suspicious"),
        index_where(
            "ix_run_spread", "spread", "sample_id", "id", condition="spread IS NOT NULL"
        ),
        index_where(
            "ix_run_deleted_at", "deleted_at", condition="deleted_at IS NOT NULL"
        ),
        index_where("ix_run_worker", "worker", condition="worker IS NOT NULL"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    created_at: datetime
    sample_id: int = Field(foreign_key="sample.id")
    batch_id: int | None = Field(default=None, foreign_key="batch.id")
    source: str
    trace_id: str | None = None
    output_chars: int
    context_chars: int = count_column()
    status: str
    worker: str | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    share: float | None = None
    coverage: float
    context_seen: float
    claims: int
    supported: int
    contradicted: int
    unsupported: int
    unjudged: int
    reason: str
    error: str | None = None
    suspicious: bool
    flagged: bool
    person_flag: bool | None = None
    final_share: float | None = None
    final_supported: int = count_column()
    final_contradicted: int = count_column()
    final_unsupported: int = count_column()
    final_unjudged: int = count_column()
    least_confidence: float | None = None
    reviewed_at: datetime | None = None
    judge_detail: str | None = None
    prompt_version: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    duration_s: float | None = None
    deleted_at: datetime | None = None
    kinds: int = Field(
        default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    spread: float | None = None


CONTRADICTED = "label = 'contradicted' AND removed_at IS NULL"
HALLUCINATED = (
    "(label = 'contradicted' OR label = 'unsupported') AND removed_at IS NULL"
)


class Claim(Table, table=True):
    """One statement of a run's output.

    ``added_by`` is the person who added it by hand; None when the judge found it. A
    claim with ``removed_at`` does not count any more. One that was reworded or split is
    removed, and named by ``replaces_id`` in what stands for it. ``text_key`` is the
    same for texts that say the same in the same words; ``context_id`` and
    ``context_index`` name the text that the judge's evidence stands in.
    """

    __table_args__ = (
        UniqueConstraint("run_id", "position"),
        index_where(
            "ix_claim_text_key", "label", "text_key", "run_id", condition=CONTRADICTED
        ),
        index_where(
            "ix_claim_context",
            "label",
            "context_id",
            "context_index",
            "run_id",
            condition=CONTRADICTED,
        ),
        one_of("label", get_args(Label)),
        one_of("kind", get_args(Kind)),
        from_0_to_1("confidence"),
        CheckConstraint("output_start >= 0", name="output_start"),
        CheckConstraint("output_end >= output_start", name="output_end"),
    )

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", ondelete="CASCADE")
    position: int
    text: str
    output_start: int | None = None
    output_end: int | None = None
    label: str
    kind: str | None = None
    confidence: float | None = None
    added_by: str | None = None
    removed_by: str | None = None
    removed_at: datetime | None = None
    replaces_id: int | None = None
    text_key: int | None = Field(default=None, sa_type=BigInteger)
    context_id: int | None = None
    context_index: int | None = None


class Verdict(Table, table=True):
    """A decision on one claim, by ``person``, or by the judge when that is None.

    A person's with ``withdrawn_at`` does not count any more.
    """

    __table_args__ = (
        Index("ix_verdict_claim_id", "claim_id"),
        one_of("label", get_args(Label)),
        one_of("kind", get_args(Kind)),
        from_0_to_1("confidence"),
        CheckConstraint("context_index >= 0", name="context_index"),
        CheckConstraint("evidence_start >= 0", name="evidence_start"),
        CheckConstraint("evidence_end >= evidence_start", name="evidence_end"),
    )

    id: int | None = Field(default=None, primary_key=True)
    claim_id: int = Field(foreign_key="claim.id", ondelete="CASCADE")
    created_at: datetime
    person: str | None = None
    label: str
    reason: str
    confidence: float | None = None
    kind: str | None = None
    context_index: int | None = None
    evidence_start: int | None = None
    evidence_end: int | None = None
    quote: str | None = None
    more_evidence: list[Any] | None = Field(
        default=None, sa_type=JSON(none_as_null=True)
    )
    invented_quote: str | None = None
    layer: str | None = None
    withdrawn_at: datetime | None = None


class Review(Table, table=True):
    """What a person did to a run, kept for the history and to be undone.

    ``details`` holds what is needed to tell it and to undo it; ``undone_at`` is when it
    was undone.
    """

    __table_args__ = (Index("ix_review_run_id", "run_id"),)

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", ondelete="CASCADE")
    claim_id: int | None = None
    created_at: datetime
    person: str
    action: str
    details: dict[str, Any] = Field(sa_type=JSON)
    undone_at: datetime | None = None


class JudgeCall(Table, table=True):
    """One request to a language model, word for word."""

    __tablename__ = "judge_call"
    __table_args__ = (Index("ix_judge_call_run_id", "run_id"),)

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", ondelete="CASCADE")
    step: str
    attempt: int
    model: str
    parameters: dict[str, Any] = Field(sa_type=JSON)
    messages: list[dict[str, str]] = Field(sa_type=JSON)
    reply: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    duration_s: float
    error: str | None = None
    cached: bool


class Note(Table, table=True):
    """What a person wrote beside a run, or beside one of its claims."""

    __table_args__ = (
        Index("ix_note_run_id", "run_id"),
        Index("ix_note_claim_id", "claim_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", ondelete="CASCADE")
    claim_id: int | None = Field(
        default=None, foreign_key="claim.id", ondelete="CASCADE"
    )
    created_at: datetime
    person: str | None = None
    text: str


class Tag(Table, table=True):
    """A word that people find a run by."""

    __table_args__ = (
        UniqueConstraint("run_id", "name"),
        Index("ix_tag_name", "name", "run_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", ondelete="CASCADE")
    name: str


class Worker(Table, table=True):
    """A process that scores; ``seen_at`` is its last sign of life."""

    name: str = Field(primary_key=True)
    host: str
    pid: int
    started_at: datetime
    seen_at: datetime


class CachedReply(Table, table=True):
    """A model's reply, by the hash of everything it was asked with."""

    __tablename__ = "cached_reply"

    hash: bytes = Field(primary_key=True)
    created_at: datetime
    model: str
    reply: str


class JudgeCutOff(Table, table=True):
    """From which share on a judge's runs count as hallucinated."""

    __tablename__ = "judge_cut_off"
    __table_args__ = (from_0_to_1("share"),)

    judge: str = Field(primary_key=True)
    created_at: datetime
    share: float


class Cell(Table):
    """Runs that are alike in all that filters ask most, and what they add up to.

    ``batch_id`` is 0 for runs of no batch, ``share`` -1 for those without one;
    ``labels`` has a bit for each label that any claim has. Cells whose ``runs`` are 0
    say nothing.
    """

    judge: str = Field(primary_key=True)
    batch_id: int = Field(primary_key=True)
    status: str = Field(primary_key=True)
    flagged: bool = Field(primary_key=True)
    suspicious: bool = Field(primary_key=True)
    reviewed: bool = Field(primary_key=True)
    labels: int = Field(primary_key=True)
    share: float = Field(primary_key=True)
    runs: int
    supported: int
    contradicted: int
    unsupported: int
    unjudged: int


class Day(Table):
    """A day in UTC, as ``2026-01-31``; in front, so that its rows lie together."""

    day: str = Field(primary_key=True)


WITHOUT_ROWID = {"sqlite_with_rowid": False}


class Tally(Cell, table=True):
    """The sums of all runs that are not in the bin, kept with each write."""

    __table_args__ = (WITHOUT_ROWID,)


class DailyTally(Cell, Day, table=True):
    """The same by the day on which runs were made."""

    __tablename__ = "daily_tally"
    __table_args__ = (WITHOUT_ROWID,)


class KindTally(Day, table=True):
    """How many claims of such runs are hallucinated in which way, by day."""

    __tablename__ = "kind_tally"
    __table_args__ = (WITHOUT_ROWID,)

    judge: str = Field(primary_key=True)
    batch_id: int = Field(primary_key=True)
    status: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    contradicted: int
    unsupported: int


class LengthTally(Table, table=True):
    """How many such runs have a text of which length, ever.

    ``of`` is ``output`` or ``context``, ``range`` one of ``length_ranges.py``.
    """

    __tablename__ = "length_tally"
    __table_args__ = (WITHOUT_ROWID,)

    judge: str = Field(primary_key=True)
    batch_id: int = Field(primary_key=True)
    status: str = Field(primary_key=True)
    of: str = Field(primary_key=True)
    range: int = Field(primary_key=True)
    share: float = Field(primary_key=True)
    runs: int


class MetadataValue(Table, table=True):
    """A value that samples have in a column of their metadata, as text."""

    __tablename__ = "metadata_value"
    __table_args__ = (UniqueConstraint("name", "value"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    value: str


class SampleMetadata(Table, table=True):
    """Which sample has which values."""

    __tablename__ = "sample_metadata"
    __table_args__ = (
        Index("ix_sample_metadata_sample_id", "sample_id"),
        WITHOUT_ROWID,
    )

    value_id: int = Field(
        primary_key=True, foreign_key="metadata_value.id", ondelete="CASCADE"
    )
    sample_id: int = Field(
        primary_key=True, foreign_key="sample.id", ondelete="CASCADE"
    )


(
    BATCH,
    CONTEXT,
    SAMPLE,
    RUN,
    CLAIM,
    VERDICT,
    JUDGE_CALL,
    NOTE,
    TAG,
    WORKER,
    CACHED_REPLY,
    REVIEW,
    JUDGE_CUT_OFF,
    TALLY,
    DAILY_TALLY,
    KIND_TALLY,
    LENGTH_TALLY,
    METADATA_VALUE,
    SAMPLE_METADATA,
) = (
    Table.metadata.tables[name]
    for name in (
        "batch",
        "context",
        "sample",
        "run",
        "claim",
        "verdict",
        "judge_call",
        "note",
        "tag",
        "worker",
        "cached_reply",
        "review",
        "judge_cut_off",
        "tally",
        "daily_tally",
        "kind_tally",
        "length_tally",
        "metadata_value",
        "sample_metadata",
    )
)
"""For statements that read or write many rows, without objects in between."""

Index(
    "ix_claim_worst",
    CLAIM.c.label,
    CLAIM.c.confidence.desc(),
    CLAIM.c.run_id.desc(),
    CLAIM.c.position,
    sqlite_where=text(HALLUCINATED),
    postgresql_where=text(HALLUCINATED),
)
Index("ix_run_best", RUN.c.final_share, RUN.c.id.desc(), RUN.c.deleted_at)
Index(
    "ix_run_least_confidence",
    RUN.c.least_confidence,
    RUN.c.id.desc(),
    RUN.c.deleted_at,
)
