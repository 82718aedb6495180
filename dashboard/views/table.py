"""The list of runs as a table: one line a run, texts literal, rows to be picked."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from dashboard import display
from dashboard.scoring import formula
from storage.values import RunSummary

LONGEST_OUTPUT = 140
"""Characters of an output that a line shows."""
LONGEST_ERROR = 90
"""Characters of what went wrong that stand before the output of a failed run."""
COUNTED = ("contradicted", "unsupported", "supported")


@dataclass(frozen=True, slots=True)
class Picked:
    """What a person did to the table: a run to open, or runs that are ticked."""

    opened: int | None
    ticked: tuple[int, ...]


def show(runs: Sequence[RunSummary]) -> Picked:
    """Show runs as a table and return what was picked in it."""
    event: Any = st.dataframe(
        columns(runs),
        hide_index=True,
        height="content",
        row_height=34,
        key=key_of(runs),
        on_select="rerun",
        selection_mode=["multi-row", "single-cell"],
        column_config=_looks(runs),
        alt=f"{display.count(len(runs), 'run')}; a click on a line opens the run",
    )
    cells, ticked = event["selection"]["cells"], event["selection"]["rows"]
    return Picked(
        opened=runs[cells[0][0]].run_id if cells else None,
        ticked=tuple(runs[row].run_id for row in ticked if row < len(runs)),
    )


def key_of(runs: Sequence[RunSummary]) -> str:
    """Return the table's key: ticks belong to runs, not to lines of another list."""
    ids = ",".join(str(run.run_id) for run in runs)
    return f"table_{zlib.crc32(ids.encode())}"


def columns(runs: Sequence[RunSummary]) -> dict[str, list[object]]:
    """Return the table's columns by name, in the order in which they are shown."""
    return {
        "verdict": [[verdict(run)] for run in runs],
        "score": [run.score for run in runs],
        "output": [_first_words(run) for run in runs],
        **{label: [_count(getattr(run, label)) for run in runs] for label in COUNTED},
        "flag": ["⚑" if run.flagged else "" for run in runs],
        "judge": [run.judge for run in runs],
        "when": [run.created_at for run in runs],
    }


def _count(number: int) -> str:
    return f"{number:,}" if number else ""


def _first_words(run: RunSummary) -> str:
    words = display.cut(run.output_start, LONGEST_OUTPUT) or "Empty output"
    return f"{display.cut(run.error, LONGEST_ERROR)} · {words}" if run.error else words


def verdict(run: RunSummary) -> str:
    """Return the one or two words that tell how a run ended: its band, or its state."""
    if run.share is None or run.status in ("no_claims", "no_context"):
        return display.STATUS_WORDS[run.status]
    return formula.band(run.share).capitalize()


def _looks(runs: Sequence[RunSummary]) -> dict[str, Any]:
    column = st.column_config
    bands = {band.capitalize(): look.colour for band, look in display.BANDS.items()}
    states = dict.fromkeys(display.STATUS_WORDS.values(), "#868e96")
    words = {**states, **bands, display.STATUS_WORDS["failed"]: "#c92a2a"}
    counts = {
        label: column.TextColumn(
            display.look_of(label).sign,
            width=40,
            alignment="right",
            help=f"Claims that are {label}",
        )
        for label in COUNTED
    }
    return {
        "verdict": column.MultiselectColumn(
            "Hallucination",
            width=110,
            options=list(words),
            color=list(words.values()),
        ),
        "score": column.ProgressColumn(
            "Score",
            width=110,
            format="%.2f",
            min_value=0,
            max_value=max((run.scale for run in runs), default=1.0),
            help="Hallucinated claims ÷ judged claims × scale. 0 is best.",
        ),
        "output": column.TextColumn("Output", width=430),
        **counts,
        "flag": column.TextColumn("⚑", width=40, help="Flagged"),
        "judge": column.TextColumn("Judge", width=130),
        "when": column.DatetimeColumn("When", width=120, format="distance"),
    }
