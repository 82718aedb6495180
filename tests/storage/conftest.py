from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine

from storage.database import open_database
from storage.runs import queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunSettings,
    RunStatus,
    StoredEvidence,
)

LABELS = {"s": "supported", "c": "contradicted", "u": "unsupported", "?": "unjudged"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with all tables and nothing in them; making it takes a while."""
    file = tmp_path_factory.mktemp("empty") / "runs.db"
    open_database(file).dispose()
    return file.read_bytes()


@pytest.fixture
def engine(file: Path, empty: bytes) -> Iterator[Engine]:
    file.write_bytes(empty)
    engine = open_database(file)
    yield engine
    engine.dispose()


def claims_of(
    marks: str, *, kind: str | None = None, confidence: float | None = None
) -> tuple[NewClaim, ...]:
    """One claim for each mark: s, c, u or ?."""
    return tuple(
        NewClaim(
            text=f"claim {at} {LABELS[mark]}",
            start=at,
            end=at + 1,
            verdict=NewVerdict(
                label=LABELS[mark],
                reason=f"because {mark}",
                confidence=confidence,
                kind=kind if mark in "cu" else None,
                evidence=StoredEvidence(0, 0, 7, "context") if mark in "sc" else None,
            ),
        )
        for at, mark in enumerate(marks)
    )


def finished(
    run_id: int,
    marks: str = "s",
    *,
    status: RunStatus = "scored",
    kind: str | None = None,
    confidence: float | None = None,
    reason: str = "the reason",
    suspicious: bool = False,
) -> FinishedRun:
    judged = len(marks) - marks.count("?")
    share = (marks.count("c") + marks.count("u")) / judged if judged else 0.0
    failed = status in ("failed", "cancelled")
    return FinishedRun(
        run_id=run_id,
        status=status,
        share=None if failed else share,
        coverage=judged / len(marks) if marks else 1.0,
        context_seen=1.0,
        reason=reason,
        claims=claims_of(marks, kind=kind, confidence=confidence),
        error="no answer" if failed else None,
        suspicious=suspicious,
    )


Score = Callable[..., int]


@pytest.fixture
def score(engine: Engine) -> Score:
    """Queue one sample, let a worker take it, and keep what it found."""

    def one(
        marks: str = "s",
        *,
        output: str = "output",
        context: Sequence[str] = ("context",),
        input: str | None = None,
        judge: str = "offline",
        threshold: float = 0.0,
        scale: float = 1.0,
        batch_id: int | None = None,
        created_at: datetime | None = None,
        status: RunStatus = "scored",
        kind: str | None = None,
        confidence: float | None = None,
        reason: str = "the reason",
        suspicious: bool = False,
    ) -> int:
        [run_id] = queue_runs(
            engine,
            [NewSample(output=output, context=tuple(context), input=input)],
            RunSettings(judge=judge, flag_threshold=threshold, scale=scale),
            source="code",
            batch_id=batch_id,
            created_at=created_at,
        )
        take_runs(engine, worker="w", limit=1)
        run = finished(
            run_id,
            marks,
            status=status,
            kind=kind,
            confidence=confidence,
            reason=reason,
            suspicious=suspicious,
        )
        assert save_runs(engine, [run], worker="w") == 1
        return run_id

    return one
