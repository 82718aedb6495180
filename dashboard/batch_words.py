"""What is said of a batch: how far it is, what it took, what it is going to take."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard import display
from dashboard.estimate import Estimate
from dashboard.scoring.judges import on_this_machine
from storage.batch_progress import BatchProgress
from storage.values import BatchState

STATES: dict[str, str] = {
    "waiting": "Waiting",
    "working": "Working",
    "paused": "Paused",
    "cancelled": "Cancelled",
    "done": "Done",
    "empty": "Empty",
}
UNENDED = ("queued", "running")


def state_of(state: BatchState, statuses: Mapping[str, int]) -> str:
    """Return which of ``STATES`` a batch is in, as people see it."""
    runs = sum(statuses.values())
    left = sum(statuses.get(status, 0) for status in UNENDED)
    if state == "cancelled" and statuses.get("cancelled"):
        return "cancelled"
    if not runs:
        return "empty"
    if not left:
        return "done"
    if state == "paused":
        return "paused"
    return "working" if left < runs or statuses.get("running") else "waiting"


def headline(
    state: BatchState, found: BatchProgress, *, samples: int | None = None
) -> str:
    """Return how far a batch is, in one sentence.

    ``samples`` is how many runs it will have; None where all of them are there.
    """
    words = state_of(state, found.statuses)
    runs = display.count(max(found.runs, samples or 0), "run")
    cancelled = found.statuses.get("cancelled", 0)
    judged = found.ended - cancelled
    if words == "empty":
        return "Nothing of it is queued yet."
    if words == "done" and samples is not None:
        return f"Waiting for the rest of the file: {judged:,} of {runs} ended."
    if words == "done":
        failed = found.statuses.get("failed", 0)
        bad = f", {failed:,} failed" if failed else ""
        return f"Done: {runs} ended{bad}{_took(found)}."
    if words == "cancelled":
        return f"Cancelled: {judged:,} of {runs} ended, {cancelled:,} were given up."
    left = found.runs - found.ended
    if words == "paused":
        return f"Paused: {judged:,} of {runs} ended, {left:,} wait."
    if words == "waiting":
        return f"Waiting: {runs} in the queue."
    return f"Working: {judged:,} of {runs} ended{_pace(found)}."


def _took(found: BatchProgress) -> str:
    if found.started_at is None or found.finished_at is None:
        return ""
    seconds = (found.finished_at - found.started_at).total_seconds()
    return f", {display.duration(seconds)} from first to last"


def _pace(found: BatchProgress) -> str:
    rate = "" if found.rate_per_s is None else f", {rate_text(found.rate_per_s)}"
    left = "" if found.left_s is None else f", about {about(found.left_s)} left"
    return rate + left


def rate_text(per_s: float) -> str:
    """Return a rate with the unit in which it is easily read."""
    if per_s >= 1:
        return f"{per_s:,.1f} a second" if per_s < 100 else f"{per_s:,.0f} a second"
    return f"{per_s * 60:.1f} a minute"


def about(seconds: float) -> str:
    """Return a length of time that is only roughly known."""
    if seconds < 1:
        return "a second"
    if seconds < 60:
        return f"{seconds:.0f} s"
    return display.duration(seconds)


def cost_so_far(judge: str, found: BatchProgress) -> str:
    """Return what a batch has cost, and of how many runs that is known."""
    if on_this_machine(judge):
        return "none, judged on this machine"
    if found.cost is None:
        return "unknown"
    part = found.ended - found.statuses.get("cancelled", 0)
    known = found.cost_known_runs
    note = "" if known >= part else f", known of {known:,} of {part:,} runs"
    return display.cost(found.cost) + note


def tokens_so_far(judge: str, found: BatchProgress) -> str:
    """Return the tokens that a batch has taken, and of how many runs that is known."""
    if on_this_machine(judge):
        return "none"
    if not found.tokens_known_runs:
        return "unknown"
    return display.tokens(found.tokens_in, found.tokens_out)


def estimate_facts(judge: str, found: Estimate) -> list[tuple[str, str]]:
    """Return an estimate as names with their values."""
    claims = f"about {found.claims:,}"
    if found.read < found.samples:
        claims += f", from {found.read:,} samples read"
    facts = [("Samples", f"{found.samples:,}"), ("Claims", claims)]
    if on_this_machine(judge):
        return [*facts, ("Cost", "none, judged on this machine"), _time(found)]
    calls = f"about {found.calls:,}"
    if found.cached:
        calls += f"; {display.count(found.cached, 'sample')} answered before, free"
    sent = found.tokens_in + found.schema_tokens
    return [
        *facts,
        ("Calls", calls),
        ("Tokens", f"about {sent:,} in, {found.tokens_out:,} out"),
        ("Cost", "unknown" if found.cost is None else f"about {_money(found.cost)}"),
        _time(found),
    ]


def _time(found: Estimate) -> tuple[str, str]:
    words = "unknown" if found.time_s is None else f"about {about(found.time_s)}"
    return ("Time", words)


def _money(dollars: float) -> str:
    return f"${dollars:,.2f}" if dollars >= 1 else display.cost(dollars)


def file_size(size: int) -> str:
    """Return a number of bytes as people read it."""
    if size < 1024**2:
        return f"{max(1, round(size / 1024)):,} KB" if size else "0 KB"
    return f"{size / 1024**2:,.1f} MB"
