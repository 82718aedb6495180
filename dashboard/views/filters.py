"""Widgets that say which runs are meant; all they hold lives in the address."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import streamlit as st
from sqlalchemy import Engine

from dashboard import display
from storage.batches import list_batches
from storage.runs import list_judges
from storage.values import RunFilter, Sort

IN_ADDRESS: dict[str, Any] = {"bind": "query-params"}

SORTS: tuple[Sort, ...] = ("newest", "oldest", "worst", "best", "longest")
HIDDEN = ("status", "kind", "judge", "since", "until", "batch", "flagged")
"""Filters that are not in sight; how many of them are set is."""
FLAGGED = {"yes": True, "no": False}


def show_for_runs(engine: Engine) -> RunFilter:
    """Show the filters of the list of runs and return what they say."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        text = st.text_input(
            "Search",
            key="q",
            type="search",
            placeholder="In outputs, inputs, claims and reasons",
            width=320,
            **IN_ADDRESS,
        )
        labels = _several("Has claims", "label", list(display.LABELS))
        bands = _several("Band", "band", list(display.BANDS))
        hidden = sum(key in st.query_params for key in HIDDEN)
        with st.popover(
            f"More filters ({hidden})" if hidden else "More filters",
            icon=":material/tune:",
            key="more_filters",
        ):
            statuses = _several("Status", "status", list(display.STATUSES))
            kinds = _several("Kind of hallucination", "kind", list(display.KINDS))
            judges, since, until, batch = _origin(engine)
            flagged = _flagged()
    return RunFilter(
        text=text or "",
        labels=labels,
        bands=bands,
        statuses=statuses,
        kinds=kinds,
        judges=judges,
        batch=batch,
        flagged=flagged,
        since=since,
        until=until,
    )


def show_for_analysis(engine: Engine) -> RunFilter:
    """Show the filters of the Analysis page and return what they say."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        judges, since, until, batch = _origin(engine)
    return RunFilter(judges=judges, batch=batch, since=since, until=until)


def _origin(
    engine: Engine,
) -> tuple[tuple[str, ...], datetime | None, datetime | None, int | None]:
    judges = _several("Judge", "judge", list_judges(engine))
    since = _day("From", "since")
    until = _day("To", "until")
    return (
        judges,
        _midnight(since) if since else None,
        _midnight(until + timedelta(days=1)) if until else None,
        _batch(engine),
    )


def _several(name: str, key: str, options: list[str]) -> tuple[str, ...]:
    chosen = st.multiselect(
        name,
        options,
        key=key,
        placeholder="Any",
        select_all=False,
        width=200,
        **IN_ADDRESS,
    )
    return tuple(chosen)


def _day(name: str, key: str) -> date | None:
    day = st.date_input(
        name, value=None, key=key, format="YYYY-MM-DD", width=140, **IN_ADDRESS
    )
    return day if isinstance(day, date) else None


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _flagged() -> bool | None:
    chosen = st.segmented_control("Flagged", list(FLAGGED), key="flagged", **IN_ADDRESS)
    return FLAGGED.get(chosen or "")


def _batch(engine: Engine) -> int | None:
    """Let a batch be chosen; its number stands in the address, its name need not."""
    names = {batch.batch_id: batch.name for batch in list_batches(engine)}
    if not names:
        return None
    asked = _number(st.query_params.get("batch", ""))
    options = [None, *names]
    chosen = st.selectbox(
        "Batch",
        options,
        index=options.index(asked) if asked in names else 0,
        format_func=lambda b: "Any" if b is None else f"{names[b]} ({b})",
        width=200,
    )
    if chosen is None:
        st.query_params.pop("batch", None)
    else:
        st.query_params["batch"] = str(chosen)
    return chosen


def show_sort() -> Sort:
    """Show the choice of an order and return it."""
    chosen: Sort = st.selectbox(
        "Order",
        SORTS,
        key="sort",
        label_visibility="collapsed",
        width=130,
        **IN_ADDRESS,
    )
    return chosen


def clear() -> None:
    """Take all filters away; for a button."""
    for key in ("q", "label", "band", "status", "kind", "judge", "flagged"):
        st.session_state[key] = "" if key == "q" else None if key == "flagged" else []
    st.session_state["since"] = st.session_state["until"] = None
    st.query_params.pop("batch", None)


def remember() -> None:
    """Keep what the address of the list says for the way back to it."""
    query = st.query_params
    st.session_state["list_address"] = {key: query.get_all(key) for key in query}


def remembered() -> dict[str, list[str]]:
    """Return what the address of the list said when a run was opened from it."""
    kept: dict[str, list[str]] = st.session_state.get("list_address", {})
    return {key: values for key, values in kept.items() if key != "run"}


def page_in_address(pages: int) -> int:
    """Return the page of the list that is asked for, from 1 to ``pages``."""
    asked = st.session_state.get("page") or st.query_params.get("page", "1")
    return min(max(_number(str(asked)) or 1, 1), pages)


def _number(text: str) -> int | None:
    digits = text.isascii() and text.isdigit() and len(text) < 19
    return int(text) if digits else None


def show_pages(pages: int) -> None:
    """Show the choice of a page under a list."""
    with st.container(horizontal_alignment="center"):
        st.pagination(pages, key="page", **IN_ADDRESS)
