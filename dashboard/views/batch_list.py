"""The list of batches: one line each, a click opens it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import streamlit as st

from dashboard import batch_words, display, foreign, nav, resources
from storage.batches import BatchSummary, list_batches

LOOK_AGAIN_S = 3.0
NOTHING = (
    "No batches yet. Drop a file above, and all of its samples are judged in one go; "
    "the page may be closed meanwhile."
)
UNDER_WAY = ("working", "waiting")
STATE_COLOURS = {
    "Working": "#3c4bc4",
    "Waiting": "#868e96",
    "Paused": display.LABELS["unsupported"].colour,
    "Cancelled": "#868e96",
    "Done": display.LABELS["supported"].colour,
    "Empty": "#868e96",
}


def show() -> None:
    """Show all batches; the list follows by itself what is under way."""
    batches = list_batches(resources.engine())
    if not batches:
        foreign.show(foreign.tag("p", NOTHING, class_="hd hd-nothing"))
    elif any(state(batch) in UNDER_WAY for batch in batches):
        _watched()
    else:
        _table(batches)


def state(batch: BatchSummary) -> str:
    """Return the state of a batch as people see it."""
    return batch_words.state_of(batch.state, batch.statuses)


@st.fragment(run_every=LOOK_AGAIN_S)
def _watched() -> None:
    batches = list_batches(resources.engine())
    _table(batches)
    if not any(state(batch) in UNDER_WAY for batch in batches):
        st.rerun()


def _table(batches: Sequence[BatchSummary]) -> None:
    event: Any = st.dataframe(
        columns(batches),
        hide_index=True,
        height="content",
        row_height=34,
        key=key_of(batches),
        on_select="rerun",
        selection_mode="single-cell",
        column_config=_looks(),
        alt=f"{display.count(len(batches), 'batch', 'batches')}; a click opens one",
    )
    cells = event["selection"]["cells"]
    if cells:
        picked = batches[cells[0][0]].batch_id
        st.switch_page(nav.BATCH, query_params={"batch": str(picked)})


def key_of(batches: Sequence[BatchSummary]) -> str:
    """Return the table's key, so that a click belongs to the lines that were shown."""
    ids = ",".join(str(batch.batch_id) for batch in batches)
    return f"batches_{zlib.crc32(ids.encode())}"


def columns(batches: Sequence[BatchSummary]) -> dict[str, list[object]]:
    """Return the table's columns by name, in the order in which they are shown."""
    return {
        "state": [[batch_words.STATES[state(batch)]] for batch in batches],
        "name": [_name(batch) for batch in batches],
        "progress": [
            100 * batch.ended / batch.runs if batch.runs else 0.0 for batch in batches
        ],
        "runs": [batch.runs for batch in batches],
        "failed": [batch.statuses.get("failed") for batch in batches],
        "share": [batch.mean_share for batch in batches],
        "flagged": [batch.flagged for batch in batches],
        "judge": [batch.settings.judge for batch in batches],
        "when": [batch.created_at for batch in batches],
    }


def _name(batch: BatchSummary) -> str:
    return f"{batch.name} · baseline" if batch.baseline else batch.name


def _looks() -> dict[str, Any]:
    column = st.column_config
    return {
        "state": column.MultiselectColumn(
            "State",
            width=95,
            options=list(STATE_COLOURS),
            color=list(STATE_COLOURS.values()),
        ),
        "name": column.TextColumn("Batch", width=200),
        "progress": column.ProgressColumn(
            "Ended",
            width=130,
            format="%.0f%%",
            min_value=0,
            max_value=100,
            help="Runs that are neither waiting nor being judged.",
        ),
        "runs": column.NumberColumn("Runs", width=80, format="localized"),
        "failed": column.NumberColumn("Failed", width=70, format="localized"),
        "share": column.ProgressColumn(
            "Mean share",
            width=120,
            format="%.2f",
            min_value=0,
            max_value=1,
            help="Hallucinated claims ÷ judged claims, mean of scored runs. 0 is best.",
        ),
        "flagged": column.NumberColumn("Flagged", width=80, format="localized"),
        "judge": column.TextColumn("Judge", width=150),
        "when": column.DatetimeColumn("When", width=120, format="distance"),
    }
