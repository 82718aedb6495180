"""Buttons that take flagged runs away as files, built when they are pressed."""

from __future__ import annotations

import io

import streamlit as st
from sqlalchemy import Engine

from dashboard import display
from storage.export import write_csv, write_jsonl
from storage.statistics import overview
from storage.values import RunFilter


def show(engine: Engine, flagged: RunFilter, *, runs: int) -> None:
    """Show what the export will hold, and a button for each format."""
    st.caption(_size(engine, flagged, runs), width="content")
    st.download_button(
        "Export flagged (CSV)",
        data=lambda: csv_bytes(engine, flagged),
        file_name="flagged-runs.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        disabled=not runs,
        help="One row for each claim of the flagged runs that the filters leave, "
        "with its verdict, evidence, output and context.",
    )
    st.download_button(
        "JSONL",
        data=lambda: jsonl_bytes(engine, flagged),
        file_name="flagged-runs.jsonl",
        mime="application/x-ndjson",
        on_click="ignore",
        disabled=not runs,
    )


def _size(engine: Engine, flagged: RunFilter, runs: int) -> str:
    if not runs:
        return "Nothing is flagged"
    claims = overview(engine, flagged, include_others=True).claims
    return f"{display.count(claims, 'row')} from {display.count(runs, 'run')}"


def csv_bytes(engine: Engine, wanted: RunFilter) -> bytes:
    """Return the runs' claims as CSV that spreadsheets open and cannot be run by."""
    stream = io.StringIO()
    write_csv(engine, wanted, stream)
    return stream.getvalue().encode("utf-8-sig")


def jsonl_bytes(engine: Engine, wanted: RunFilter) -> bytes:
    """Return the runs' claims as one JSON object a line."""
    stream = io.StringIO()
    write_jsonl(engine, wanted, stream)
    return stream.getvalue().encode()
