"""Buttons that take flagged runs away as files, built when they are pressed."""

from __future__ import annotations

import io
from dataclasses import replace

import streamlit as st
from sqlalchemy import Engine

from dashboard import display
from storage.export import write_csv, write_jsonl
from storage.export_size import count_export_rows
from storage.filters import tally_for
from storage.values import RunFilter


def show(engine: Engine, flagged: RunFilter, *, runs: int) -> None:
    """Show how many rows the export will hold, and a button for each format.

    Where counting the rows would take a look at all runs, the runs alone are told.
    """
    words = display.count(runs, "flagged run")
    what = "One row"
    if tally_for(flagged) is not None:
        rows = display.count(count_export_rows(engine, flagged), "row")
        words, what = f"{rows} of {words}", f"{rows}, one"
    st.caption(words if runs else "Nothing here is flagged", width="content")
    st.download_button(
        "Export flagged (CSV)",
        data=lambda: csv_bytes(engine, flagged),
        file_name="flagged-runs.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        disabled=not runs,
        help=f"{what} for each claim of the flagged runs "
        "that the filters leave, with its verdict, evidence, output and context.",
    )
    st.download_button(
        "JSONL",
        data=lambda: jsonl_bytes(engine, flagged),
        file_name="flagged-runs.jsonl",
        mime="application/x-ndjson",
        on_click="ignore",
        disabled=not runs,
        help="The same rows as one JSON object a line.",
    )


def show_batch(engine: Engine, batch_id: int, *, runs: int) -> None:
    """Show buttons that take a batch away: all of its runs, or the flagged ones."""
    wanted = RunFilter(batch=batch_id)
    rows = count_export_rows(engine, wanted)
    st.download_button(
        "Export (CSV)",
        data=lambda: csv_bytes(engine, wanted),
        file_name=f"batch-{batch_id}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        disabled=not runs,
        help=f"{display.count(rows, 'row')}, one for each claim, with its verdict, "
        "evidence, output and context; a run without claims has one row, too. The "
        "file can be uploaded again: what people said comes back.",
    )
    st.download_button(
        "Flagged (CSV)",
        data=lambda: csv_bytes(engine, replace(wanted, flagged=True)),
        file_name=f"batch-{batch_id}-flagged.csv",
        mime="text/csv",
        on_click="ignore",
        disabled=not runs,
        help="The same of the flagged runs alone.",
    )
    st.download_button(
        "JSONL",
        data=lambda: jsonl_bytes(engine, wanted),
        file_name=f"batch-{batch_id}.jsonl",
        mime="application/x-ndjson",
        on_click="ignore",
        disabled=not runs,
        help="All rows as one JSON object a line.",
    )


def csv_bytes(engine: Engine, wanted: RunFilter) -> bytes:
    """Return the runs' claims as CSV that spreadsheets open and cannot be run by."""
    stream = io.BytesIO()
    write_csv(engine, wanted, stream)
    return stream.getvalue()


def jsonl_bytes(engine: Engine, wanted: RunFilter) -> bytes:
    """Return the runs' claims as one JSON object a line."""
    stream = io.BytesIO()
    write_jsonl(engine, wanted, stream)
    return stream.getvalue()
