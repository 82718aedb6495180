"""How far a batch is, followed while it is under way, and the buttons that steer it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import batch_words, display, foreign, nav, resources
from dashboard.foreign import Html, tag
from dashboard.upload_queueing import Filling
from storage import taking
from storage.batch_progress import BatchProgress, FailureKind, progress
from storage.batches import (
    BatchSummary,
    cancel_batch,
    get_batch,
    pause_batch,
    resume_batch,
)

LOOK_AGAIN_S = 1.5


def show(batch: BatchSummary) -> None:
    """Show how far the batch is; it follows by itself until nothing is under way."""
    if _under_way(batch):
        _watched(batch.batch_id)
    else:
        _show(batch)


@st.fragment(run_every=LOOK_AGAIN_S)
def _watched(batch_id: int) -> None:
    batch = get_batch(resources.engine(), batch_id)
    if batch is None or not _under_way(batch):
        st.rerun()
    _show(batch)


def _under_way(batch: BatchSummary) -> bool:
    """Return whether anything may still change without a person doing something."""
    filling = resources.feeder().filling(batch.batch_id)
    waiting = batch.state == "active" and batch.statuses.get("queued", 0)
    at_work = filling is not None and filling.at_work
    return bool(waiting or batch.statuses.get("running") or at_work)


def _show(batch: BatchSummary) -> None:
    found = progress(resources.engine(), batch.batch_id)
    filling = resources.feeder().filling(batch.batch_id)
    samples = None if filling is None else filling.samples
    whole = max(found.runs, samples or 0)
    # numbers and our own words only, as Streamlit takes it for Markdown
    sentence = batch_words.headline(batch.state, found, samples=samples)
    st.progress(found.ended / whole if whole else 0.0, text=sentence)
    if filling is not None:
        _show_filling(filling, found.runs)
    _show_buttons(batch, found, filling)
    foreign.show_facts(_facts(batch, found))
    if found.failures:
        _show_failures(batch.batch_id, found.failures)


def _facts(batch: BatchSummary, found: BatchProgress) -> list[tuple[str, str]]:
    judge = batch.settings.judge
    shares = f"{display.share_text(batch.mean_share)}, 0 is best"
    facts = [
        ("Mean share hallucinated", "–" if batch.mean_share is None else shares),
        ("Flagged", display.count(batch.flagged, "run")),
        ("Claims found", f"{found.claims:,}"),
        ("Tokens so far", batch_words.tokens_so_far(judge, found)),
        ("Cost so far", batch_words.cost_so_far(judge, found)),
    ]
    others = [
        f"{number:,} {display.status_word(status)}"
        for status, number in found.statuses.items()
        if status not in ("queued", "running", "scored")
    ]
    return [*facts, ("Without a score, or in part", ", ".join(others) or "none")]


def _show_filling(filling: Filling, queued: int) -> None:
    """Say how much of the file is in the queue."""
    there = f"{queued:,} of {display.count(filling.samples, 'sample')} are in the queue"
    if filling.trouble:
        foreign.show_trouble(f"{there}; the rest is not.", filling.trouble)
    elif filling.at_work:
        foreign.show(tag("p", f"{there}; the rest follows.", class_="hd hd-facts"))
    else:
        foreign.show_trouble(
            f"{there}. Resume goes on behind them, and leaves none out.", mild=True
        )


def _show_buttons(
    batch: BatchSummary, found: BatchProgress, filling: Filling | None
) -> None:
    """Show the buttons that mean something now."""
    batch_id, failed = batch.batch_id, found.statuses.get("failed", 0)
    waiting = found.statuses.get("queued", 0) or filling is not None
    active = batch.state == "active"
    halted = filling is not None and not filling.at_work
    stopped = not active and (waiting or found.statuses.get("cancelled", 0))
    with st.container(horizontal=True, gap="small"):
        if active and waiting:
            _button("Pause", ":material/pause:", _pause, batch_id)
        if stopped or halted:
            _button("Resume", ":material/play_arrow:", _resume, batch_id)
        if batch.state != "cancelled" and waiting:
            _button("Cancel", ":material/close:", _cancel, batch_id)
        if failed and batch.state != "cancelled":
            again = f"Repeat {failed:,} failed"
            _button(again, ":material/replay:", _repeat, batch_id)


def _button(label: str, icon: str, act: object, batch_id: int) -> None:
    key = f"batch_{label.split()[0].lower()}"
    if st.button(label, icon=icon, key=key, on_click=act, args=(batch_id,)):  # type: ignore[arg-type]
        st.rerun()


def _pause(batch_id: int) -> None:
    pause_batch(resources.engine(), batch_id)


def _resume(batch_id: int) -> None:
    resume_batch(resources.engine(), batch_id)
    resources.feeder().go_on(batch_id)
    resources.worker().wake()


def _cancel(batch_id: int) -> None:
    cancel_batch(resources.engine(), batch_id)


def _repeat(batch_id: int) -> None:
    taking.requeue_runs(resources.engine(), batch_id=batch_id)
    resources.worker().wake()


def _show_failures(batch_id: int, failures: Sequence[FailureKind]) -> None:
    foreign.show_heading("Why runs failed")
    head = ("Cause", "Runs", "The first said")
    rows = [tag("tr", *(tag("th", name, scope="col") for name in head))]
    rows += [_failure(failure) for failure in failures]
    table = tag("table", tag("tbody", *rows), class_="hd-table")
    foreign.show(tag("div", table, class_="hd"))
    st.page_link(
        nav.RUNS,
        label="Show the failed runs",
        icon=":material/list:",
        query_params={"batch": str(batch_id), "status": "failed"},
    )


def _failure(failure: FailureKind) -> Html:
    return tag(
        "tr",
        tag("td", failure.kind.capitalize()),
        tag("td", f"{failure.runs:,}"),
        tag("td", display.cut(failure.first_message, 400), dir="auto"),
    )
