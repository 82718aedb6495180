"""What goes into the storage and what comes out: plain values, no rows, no sessions.

Words and ranges are those of scoring; the storage knows nothing of how a score is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

RunStatus = Literal[
    "queued",
    "running",
    "scored",
    "partial",
    "no_claims",
    "no_context",
    "failed",
    "cancelled",
]
FINISHED: tuple[RunStatus, ...] = ("scored", "partial", "no_claims", "no_context")
"""Statuses with a share; ``failed`` and ``cancelled`` have ended without one."""

BatchState = Literal["active", "paused", "cancelled"]
Source = Literal["page", "cli", "live", "code"]
Label = Literal["supported", "contradicted", "unsupported", "unjudged"]
Kind = Literal[
    "number",
    "date",
    "name",
    "place",
    "negation",
    "quantity",
    "order",
    "missing",
    "other",
]
SampleLabel = Literal["faithful", "hallucinated"]
HALLUCINATED: tuple[Label, ...] = ("contradicted", "unsupported")


@dataclass(frozen=True, slots=True)
class NewSample:
    """A sample to be kept. ``context`` holds texts; blank ``output`` is allowed."""

    output: str
    context: tuple[str, ...] = ()
    input: str | None = None
    label: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How a run is to be scored; the same for all runs of one batch.

    ``repeat`` is how many times a model votes; with ``use_cache`` it is not asked again
    what it has answered before.
    """

    judge: str = "offline"
    mode: str = "thorough"
    reason: str = "template"
    scale: float = 1.0
    temperature: float | None = 0.0
    timeout_s: float = 60.0
    api_base: str | None = None
    flag_threshold: float = 0.0
    seed: int | None = None
    repeat: int = 1
    use_cache: bool = True


@dataclass(frozen=True, slots=True)
class QueuedRun:
    """A run that a worker has taken: what to score and how.

    ``concurrency`` is that of its batch: how many of its runs may be under way at once.
    """

    run_id: int
    sample: NewSample
    settings: RunSettings
    batch_id: int | None = None
    concurrency: int | None = None


@dataclass(frozen=True, slots=True)
class StoredEvidence:
    """A passage of a context item, in code points."""

    context_index: int
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class NewVerdict:
    """A judge's verdict to be kept; fields as in scoring."""

    label: str
    reason: str = ""
    confidence: float | None = None
    kind: str | None = None
    evidence: StoredEvidence | None = None
    more_evidence: tuple[StoredEvidence, ...] = ()
    invented_quote: str | None = None
    layer: str | None = None


@dataclass(frozen=True, slots=True)
class NewClaim:
    """A claim with its verdict, to be kept."""

    text: str
    start: int | None
    end: int | None
    verdict: NewVerdict


@dataclass(frozen=True, slots=True)
class NewCall:
    """One request to a language model, to be kept; fields as in scoring."""

    step: str
    messages: Sequence[Mapping[str, str]]
    reply: str | None
    model: str
    parameters: Mapping[str, Any]
    attempt: int
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None
    duration_s: float
    error: str | None
    cached: bool


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """What a worker found out about one run."""

    run_id: int
    status: RunStatus
    share: float | None
    coverage: float
    context_seen: float
    reason: str
    claims: tuple[NewClaim, ...] = ()
    calls: tuple[NewCall, ...] = ()
    error: str | None = None
    suspicious: bool = False
    judge_detail: str | None = None
    prompt_version: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    duration_s: float = 0.0


Sort = Literal[
    "newest",
    "oldest",
    "worst",
    "best",
    "longest",
    "contradictions",
    "least_sure",
    "suspicious",
    "disagreement",
]


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Which runs are meant; what is empty or None does not restrict.

    Attributes:
        text: Found, whatever its case, in output, input, a claim or the run's reason.
        labels: Runs with at least one claim of one of these labels.
        kinds: Runs with at least one hallucinated claim of one of these kinds.
        bands: The named ranges of the share.
        statuses: In the words of ``RunStatus``.
        judges: Names of judges.
        batch: A batch's id; 0 means runs of no batch.
        tags: Runs with at least one of these tags.
        flagged: Whether the run is flagged, by its share or by a person.
        suspicious: Whether the text under test tried to give the judge orders.
        reviewed: Whether a person has given a verdict.
        metadata: Runs of samples whose metadata has these values, by name of column.
        prompt_versions: Which prompts a model was asked with.
        sample: Runs of the same texts as this sample's: a sample's id.
        run_ids: These runs alone; None does not restrict, empty lets none through.
        output_chars: Length of the output, from, and up to, exclusive; None: no end.
        context_chars: Length of all of the context, likewise.
        share_from: Least share, inclusive.
        share_to: Greatest share; inclusive when it is 1, exclusive otherwise.
        since: Created at or after.
        until: Created before.
    """

    text: str = ""
    labels: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    batch: int | None = None
    tags: tuple[str, ...] = ()
    flagged: bool | None = None
    suspicious: bool | None = None
    reviewed: bool | None = None
    share_from: float | None = None
    share_to: float | None = None
    since: datetime | None = None
    until: datetime | None = None
    metadata: tuple[tuple[str, str], ...] = ()
    prompt_versions: tuple[str, ...] = ()
    sample: int | None = None
    run_ids: tuple[int, ...] | None = None
    output_chars: tuple[int, int | None] | None = None
    context_chars: tuple[int, int | None] | None = None


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of a list of runs. ``share`` is None until there is one.

    ``share``, ``score`` and the counts are those that count: the judge's, or what
    people made of them. ``judge_share`` is the judge's own.
    """

    run_id: int
    created_at: datetime
    output_start: str
    judge: str
    status: RunStatus
    share: float | None
    score: float | None
    scale: float
    coverage: float
    claims: int
    supported: int
    contradicted: int
    unsupported: int
    unjudged: int
    flagged: bool
    suspicious: bool
    reviewed: bool
    batch: str | None
    batch_id: int | None
    error: str | None
    judge_share: float | None


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """A verdict as kept. ``by`` is ``judge``, or the name of a person.

    One that was withdrawn stays for the history, and does not count.
    """

    verdict_id: int
    by: str
    by_person: bool
    label: str
    reason: str
    confidence: float | None
    kind: str | None
    evidence: StoredEvidence | None
    more_evidence: tuple[StoredEvidence, ...]
    invented_quote: str | None
    layer: str | None
    created_at: datetime
    withdrawn_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim as kept, with every verdict on it, oldest first, the judge's first.

    The newest verdict of a person that is not withdrawn, if any, decides (``label``);
    else the judge's. A claim that a person added has no judge's verdict (``judged`` is
    None then). ``removed_by`` names who took a claim away: it does not count.
    """

    claim_id: int
    position: int
    text: str
    start: int | None
    end: int | None
    verdicts: tuple[StoredVerdict, ...]
    added_by: str | None = None
    removed_by: str | None = None
    replaces_id: int | None = None

    @property
    def judged(self) -> StoredVerdict | None:
        """The judge's own verdict; None for a claim that a person added."""
        return next((each for each in self.verdicts if not each.by_person), None)

    @property
    def deciding(self) -> StoredVerdict:
        """The verdict that counts."""
        standing = [each for each in self.verdicts if each.withdrawn_at is None]
        return (standing or self.verdicts)[-1]

    @property
    def label(self) -> str:
        """The label that counts."""
        return self.deciding.label


@dataclass(frozen=True, slots=True)
class StoredCall:
    """One request to a model, as kept."""

    step: str
    attempt: int
    model: str
    parameters: Mapping[str, Any]
    messages: Sequence[Mapping[str, str]]
    reply: str | None
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None
    duration_s: float
    error: str | None
    cached: bool


@dataclass(frozen=True, slots=True)
class RunDetails:
    """Everything about one run. Lists keep the order in which things were found."""

    summary: RunSummary
    sample_id: int
    sample: NewSample
    settings: RunSettings
    reason: str
    context_seen: float
    judge_detail: str | None
    prompt_version: str | None
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None
    duration_s: float | None
    started_at: datetime | None
    finished_at: datetime | None
    source: str
    claims: tuple[StoredClaim, ...]
    calls: tuple[StoredCall, ...]
    tags: tuple[str, ...]
    notes: tuple[str, ...]
    trace_id: str | None = None
    removed_claims: tuple[StoredClaim, ...] = ()
