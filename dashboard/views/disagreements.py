"""Lists where a judge and people disagree, what the judge was surest of first."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, nav
from dashboard.views import lines
from storage import agreement
from storage.values import RunFilter


def show(
    engine: Engine, wanted: RunFilter, *, judge: str, cut_off: float | None
) -> None:
    """Show claims and runs that people see otherwise; runs need a cut-off."""
    shown = lines.shown("disagreements")
    claims = agreement.claim_disagreements(engine, wanted, judge=judge, limit=shown + 1)
    runs = (
        agreement.run_disagreements(
            engine, wanted, judge=judge, cut_off=cut_off, limit=shown + 1
        )
        if cut_off is not None
        else []
    )
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch", gap="small"):
        st.subheader("Claims that people see otherwise", anchor=False)
        for claim in claims[:shown]:
            sure = (
                ""
                if claim.confidence is None
                else f", {display.percent(claim.confidence)} sure"
            )
            said = (
                f"Judge: {display.signed(claim.judge_label)}{sure}. "
                f"Person: {display.signed(claim.person_label)}."
            )
            _line([claim.text, said, claim.reason], claim.run_id)
        if not claims:
            st.caption("None.")
    with right, st.container(border=True, height="stretch", gap="small"):
        st.subheader("Runs on the wrong side of the cut-off", anchor=False)
        for run in runs[:shown]:
            label = "hallucinated" if run.hallucinated else "faithful"
            said = f"Share {display.share_text(run.share)}, labelled {label}."
            _line([display.run_title(run.output_start), said], run.run_id)
        if not runs:
            st.caption("None.")
    if len(claims) > shown or len(runs) > shown:
        lines.show_more("disagreements")


def _line(texts: list[str], run_id: int) -> None:
    with st.container(horizontal=True, wrap=False, gap="small"):
        lines.show(*texts)
        nav.link_to_run(run_id, f"Run {run_id}")
