"""Lists what two groups of runs see otherwise, each a click from both runs."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, foreign, nav
from storage import comparing
from storage.comparing import ChangedClaim, ChangedRun, Direction
from storage.values import RunFilter

AT_FIRST = 6
MORE = 12
HEADINGS: dict[Direction, str] = {"worse": "Got worse", "better": "Got better"}


def show_runs(
    engine: Engine, a: RunFilter, b: RunFilter, *, worse: int, better: int
) -> None:
    """Show the texts whose share changed, those that got worse beside the others."""
    counts: dict[Direction, int] = {"worse": worse, "better": better}
    for column, (direction, count) in zip(st.columns(2), counts.items(), strict=True):
        with column, st.container(border=True, height="stretch", gap="small"):
            st.subheader(f"{HEADINGS[direction]}: {count:,}", anchor=False)
            key = f"shown_{direction}"
            shown = st.session_state.setdefault(key, AT_FIRST)
            found = comparing.changed_runs(
                engine, a, b, direction=direction, limit=shown
            )
            for run in found:
                _run(run)
            if count > shown:
                st.button(
                    "Show more", key=f"more_{direction}", on_click=_more, args=[key]
                )
            if not count:
                st.caption("None.")


def show_claims(engine: Engine, a: RunFilter, b: RunFilter) -> None:
    """Show the claims that both sides found, and labelled otherwise."""
    shown = st.session_state.setdefault("shown_claims", AT_FIRST)
    found = comparing.changed_claims(engine, a, b, limit=shown + 1)
    for claim in found[:shown]:
        _claim(claim)
    if len(found) > shown:
        st.button("Show more", key="more_claims", on_click=_more, args=["shown_claims"])


def _more(key: str) -> None:
    st.session_state[key] += MORE


def _run(run: ChangedRun) -> None:
    with st.container(horizontal=True, wrap=False, gap="small"):
        foreign.show(
            foreign.tag(
                "div",
                foreign.tag(
                    "p",
                    display.run_title(run.output_start),
                    class_="hd-claim",
                    dir="auto",
                ),
                foreign.tag(
                    "p",
                    f"{display.share_text(run.share_a)} in A, "
                    f"{display.share_text(run.share_b)} in B",
                    class_="hd-why",
                ),
                class_="hd hd-pair",
            )
        )
        nav.link_to_run(run.run_b, "Side by side", beside=run.run_a)


def _claim(claim: ChangedClaim) -> None:
    with st.container(horizontal=True, wrap=False, gap="small"):
        foreign.show(
            foreign.tag(
                "div",
                foreign.tag(
                    "p", display.cut(claim.text, 240), class_="hd-claim", dir="auto"
                ),
                *(
                    foreign.tag(
                        "p",
                        f"{side}: {display.signed(label)} · {display.cut(reason, 200)}",
                        class_="hd-why",
                        dir="auto",
                    )
                    for side, label, reason in (
                        ("A", claim.label_a, claim.reason_a),
                        ("B", claim.label_b, claim.reason_b),
                    )
                ),
                class_="hd hd-pair",
            )
        )
        nav.link_to_run(claim.run_b, "Side by side", beside=claim.run_a)
