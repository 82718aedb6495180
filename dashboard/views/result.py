"""A run as the Score and the Run page show it, in every state it can be in."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from dashboard import addresses, alive, display, foreign, headline, resources
from dashboard.views import frame
from storage.runs import get_run
from storage.values import RunDetails


def wanted_run() -> RunDetails | None:
    """Return the run that the address names; None when there is no such run."""
    wanted = addresses.number_in(st.query_params.get("run", ""))
    return None if wanted is None else get_run(resources.engine(), wanted)


def show_missing() -> None:
    """Say that the run that the address names does not exist."""
    wanted = display.cut(st.query_params.get("run", ""), 40)
    foreign.show_trouble(
        f"There is no run “{wanted}” in this database.",
        "It may have been deleted, or the link belongs to another database. "
        "The page Runs lists all there are.",
        mild=True,
    )


def show_head(run: RunDetails, *, small: bool = False) -> bool:
    """Show a run's heading, or why there is none yet; return whether it has a score."""
    status, error = run.summary.status, run.summary.error
    if status in ("queued", "running", "failed", "cancelled"):
        foreign.show(headline.title(run, small=small))
    if status in ("queued", "running"):
        frame.watch([run.summary.run_id])
        return False
    if status in ("failed", "cancelled"):
        foreign.show_trouble(
            "This run was cancelled."
            if status == "cancelled"
            else "This run failed, so it has no score.",
            error or "",
        )
        return False
    foreign.show(headline.heading(run, now=datetime.now(UTC), small=small))
    return True


def show_texts(run: RunDetails) -> None:
    """Show output and context side by side, and the claims if there are any."""
    alive.show(run, key="texts")
