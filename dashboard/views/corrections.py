"""Suggested corrections of a run's output: shown as a difference, never applied."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import display, foreign, results
from dashboard.foreign import Html, tag
from dashboard.scoring.corrections import (
    Correction,
    Segment,
    corrected_output,
    diff,
    suggest,
)
from dashboard.scoring.types import Claim
from dashboard.views import lines
from storage.values import RunDetails

ELEMENTS = {"kept": "span", "removed": "del", "added": "ins"}


def show(run: RunDetails) -> None:
    """Show a drawer that suggests how the output could be made to fit its context."""
    bad = sum(claim.label in ("contradicted", "unsupported") for claim in run.claims)
    if not bad or not run.sample.context:
        return
    with st.expander("Suggested correction", icon=":material/edit_note:"):
        st.caption(
            "The smallest changes after which the offline judge finds every claim "
            "supported. Nothing is changed by itself; read before you use it."
        )
        key = f"corrections_{run.summary.run_id}"
        if st.button("Suggest", icon=":material/auto_fix_high:", key=f"{key}_ask"):
            st.session_state[key] = _suggested(run)
        found = st.session_state.get(key)
        if found is not None:
            _show(run, *found, bad=bad)


def _suggested(run: RunDetails) -> tuple[tuple[Claim, ...], list[Correction]]:
    claims = tuple(results.claim_of(claim) for claim in run.claims)
    return claims, suggest(
        run.sample.output, run.sample.context, claims, question=run.sample.input
    )


def _show(
    run: RunDetails, claims: Sequence[Claim], found: list[Correction], *, bad: int
) -> None:
    if not found:
        st.caption("Nothing in the context helps to correct these claims.")
        return
    left = [
        one
        for at, one in enumerate(found)
        if st.checkbox(
            f"Claim {run.claims[one.claim].position + 1}: "
            + ("put in what the context says" if one.how == "replace" else "strike it"),
            value=True,
            key=f"take_{run.summary.run_id}_{at}",
        )
    ]
    for one in found:
        lines.show(claims[one.claim].text, one.why)
    output = run.sample.output
    corrected = corrected_output(output, left)
    foreign.show(_difference(diff(output, corrected)))
    st.caption(
        f"{display.count(len(left), 'correction')} of {display.count(bad, 'bad claim')}"
        " taken. The corrected output, to be copied:"
    )
    foreign.show_block(corrected)


def _difference(segments: Sequence[Segment]) -> Html:
    parts = [tag(ELEMENTS[each.kind], each.text) for each in segments]
    return tag("div", *parts, class_="hd hd-diff", dir="auto")
