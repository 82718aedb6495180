"""Filters that a click on a chart set: they stand in the address and can be taken off.

A range of shares or lengths, values of metadata, a sample, prompts, a claim or an item
of a context: too many ways for a widget each.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from sqlalchemy import Engine

from dashboard import addresses, display, foreign
from storage.statistics import runs_contradicted
from storage.values import RunFilter

KEYS = (
    "share",
    "output_chars",
    "context_chars",
    "meta",
    "sample",
    "prompt",
    "claim",
    "against",
)


def show(engine: Engine, wanted: RunFilter) -> RunFilter:
    """Return the filter with what the address adds to it, and say what that is."""
    query = st.query_params
    low, high = addresses.shares_in(query.get("share", ""))
    narrowed = replace(
        wanted,
        share_from=low,
        share_to=high,
        output_chars=addresses.lengths_in(query.get("output_chars", "")),
        context_chars=addresses.lengths_in(query.get("context_chars", "")),
        metadata=addresses.metadata_in(query.get_all("meta")),
        sample=addresses.number_in(query.get("sample", "")),
        prompt_versions=tuple(query.get_all("prompt")),
    )
    narrowed = replace(narrowed, run_ids=_contradicted(engine, narrowed))
    words = in_words(narrowed)
    if words:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            said = foreign.tag("span", f"Only runs with {'; '.join(words)}", dir="auto")
            foreign.show(foreign.tag("p", said, class_="hd hd-only"))
            st.button("Take that off", icon=":material/close:", on_click=clear)
    return narrowed


def clear() -> None:
    """Take these filters out of the address; for a button."""
    for key in KEYS:
        st.query_params.pop(key, None)


def in_words(filter: RunFilter) -> list[str]:
    """Return what these filters let through, each in a few words."""
    words = [f"{name} = {value}" for name, value in filter.metadata]
    words += [f"prompts {version}" for version in filter.prompt_versions]
    if filter.share_from is not None or filter.share_to is not None:
        low = display.percent(filter.share_from or 0.0)
        high = display.percent(min(filter.share_to or 1.0, 1.0))
        words.append(f"a share from {low} to {high}")
    for name in ("output", "context"):
        ends = getattr(filter, f"{name}_chars")
        if ends is not None:
            end = "" if ends[1] is None else f" to under {ends[1]:,}"
            words.append(f"{name}s of {ends[0]:,}{end} characters")
    if filter.sample is not None:
        words.append(f"the texts of sample {filter.sample}")
    if filter.run_ids is not None:
        words.append("the contradicted claim, or item of a context, that you chose")
    return words


def _contradicted(engine: Engine, filter: RunFilter) -> tuple[int, ...] | None:
    """Return the runs of the claim or item that the address names; None for none."""
    claim = _signed(st.query_params.get("claim", ""))
    ends = [addresses.number_in(part) for part in _parts("against")]
    if claim is not None:
        return tuple(runs_contradicted(engine, filter, text_key=claim))
    if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
        return tuple(runs_contradicted(engine, filter, context=(ends[0], ends[1])))
    return None


def _parts(key: str) -> list[str]:
    return st.query_params.get(key, "").split(".")


def _signed(text: str) -> int | None:
    bare = text.removeprefix("-")
    digits = bare.isascii() and bare.isdigit() and len(bare) <= 19
    value = int(text) if digits else None
    return value if value is not None and -(2**63) <= value < 2**63 else None
