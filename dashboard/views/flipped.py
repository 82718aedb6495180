"""Lists what two groups of runs see otherwise, each a click from both runs."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, nav
from dashboard.views import lines
from storage import comparing
from storage.comparing import ChangedClaim, ChangedRun, Direction
from storage.values import RunFilter

HEADINGS: dict[Direction, str] = {"worse": "Got worse", "better": "Got better"}


def show_runs(
    engine: Engine, a: RunFilter, b: RunFilter, *, worse: int, better: int
) -> None:
    """Show the texts whose share changed, those that got worse beside the others."""
    counts: dict[Direction, int] = {"worse": worse, "better": better}
    for column, (direction, count) in zip(st.columns(2), counts.items(), strict=True):
        with column, st.container(border=True, height="stretch", gap="small"):
            st.subheader(f"{HEADINGS[direction]}: {count:,}", anchor=False)
            shown = lines.shown(direction)
            found = comparing.changed_runs(
                engine, a, b, direction=direction, limit=shown
            )
            for run in found:
                _run(run)
            if count > shown:
                lines.show_more(direction)
            if not count:
                st.caption("None.")


def show_claims(engine: Engine, a: RunFilter, b: RunFilter) -> None:
    """Show the claims that both sides found, and labelled otherwise."""
    shown = lines.shown("claims")
    found = comparing.changed_claims(engine, a, b, limit=shown + 1)
    for claim in found[:shown]:
        _claim(claim)
    if len(found) > shown:
        lines.show_more("claims")


def _run(run: ChangedRun) -> None:
    with st.container(horizontal=True, wrap=False, gap="small"):
        lines.show(
            display.run_title(run.output_start),
            f"{display.share_text(run.share_a)} in A, "
            f"{display.share_text(run.share_b)} in B",
        )
        nav.link_to_run(run.run_b, "Side by side", beside=run.run_a)


def _claim(claim: ChangedClaim) -> None:
    with st.container(horizontal=True, wrap=False, gap="small"):
        lines.show(
            claim.text,
            f"A: {display.signed(claim.label_a)} · {claim.reason_a}",
            f"B: {display.signed(claim.label_b)} · {claim.reason_b}",
        )
        nav.link_to_run(claim.run_b, "Side by side", beside=claim.run_a)
