"""A batch against the one marked as the baseline: what got better, what worse."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, foreign, nav
from dashboard.baseline import SHOWN, Comparison, compare
from dashboard.foreign import tag
from dashboard.views import figures_table, lines
from storage.batches import BatchSummary, list_batches
from storage.pairing import PairedRun

AT_ONCE = 20_000
"""Runs up to which the comparison is made without being asked for."""


def show(engine: Engine, batch: BatchSummary) -> None:
    """Show the comparison with the baseline, if there is one beside this batch."""
    marked = [each for each in list_batches(engine) if each.baseline]
    if not marked or batch.baseline or not batch.ended:
        return
    baseline = marked[0]
    with st.container(border=True):
        st.subheader("Against the baseline", anchor=False)
        foreign.show(
            tag(
                "p",
                f"Compared with “{baseline.name}” (batch {baseline.batch_id}) on what "
                "both have scored.",
                class_="hd hd-counted",
                dir="auto",
            )
        )
        if max(batch.runs, baseline.runs) > AT_ONCE and not st.button("Compare"):
            return
        _show(
            compare(engine, baseline_id=baseline.batch_id, batch_id=batch.batch_id),
            batch=batch.batch_id,
            baseline=baseline.batch_id,
        )


def _show(found: Comparison, *, batch: int, baseline: int) -> None:
    if found.difference is None or found.flips is None:
        st.caption("They have no scored run in common yet.")
        return
    pairing = found.pairing
    same = sum(pair.same_output for pair in pairing.pairs)
    st.caption(
        f"{display.count(len(pairing.pairs), 'pair')}, {same:,} of the same output; "
        f"left out: {pairing.only_before:,} only in the baseline, "
        f"{pairing.only_after:,} only here."
    )
    meaning = "above 0: hallucinates more than the baseline; pairs drawn (bootstrap)"
    figures_table.show_estimates(
        [("Mean change of the share", found.difference, meaning)]
    )
    verdict = (
        "A regression: shares went up by more than chance explains."
        if found.regressed
        else "No regression: chance alone could explain any rise."
    )
    st.caption(
        f"{verdict} {found.flips.to_bad:,} newly flagged, {found.flips.to_good:,} no "
        "longer flagged."
    )
    lists = {"Got worse": found.worse, "Got better": found.better}
    for column, (heading, pairs) in zip(st.columns(2), lists.items(), strict=True):
        with column:
            foreign.show_heading(f"{heading}: {len(pairs):,}", small=True)
            for pair in pairs[:SHOWN]:
                _line(pair)
    st.page_link(
        nav.COMPARE,
        label="Compare claim by claim",
        icon=":material/compare_arrows:",
        query_params={"compare": "batches", "a": str(baseline), "b": str(batch)},
    )


def _line(pair: PairedRun) -> None:
    with st.container(horizontal=True, wrap=False, gap="small"):
        lines.show(
            display.run_title(pair.output_start),
            f"{display.share_text(pair.share_before)} before, "
            f"{display.share_text(pair.share_after)} now",
        )
        nav.link_to_run(pair.after, "Side by side", beside=pair.before)
