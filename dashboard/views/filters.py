"""Widgets that say which runs are meant; all they hold lives in the address."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import streamlit as st
from sqlalchemy import Engine

from dashboard import addresses, display
from dashboard.views import narrowing
from storage.runs import list_batch_names, list_judges
from storage.tags import list_tags
from storage.values import RunFilter, Sort

IN_ADDRESS: dict[str, Any] = {"bind": "query-params"}

SORTS: dict[str, Sort] = {
    "newest": "newest",
    "oldest": "oldest",
    "worst": "worst",
    "best": "best",
    "longest": "longest",
    "most contradictions": "contradictions",
    "least sure": "least_sure",
    "suspicious": "suspicious",
    "judges disagree": "disagreement",
}
"""What comes first, in the words of the page and of the address."""
SEVERAL = ("label", "band", "status", "kind", "judge", "tag")
ONE = ("flagged", "reviewed", "suspicious")
HIDDEN = ("status", "kind", "judge", "tag", "since", "until", "batch", *ONE)
"""Filters that are not in sight; how many of them are set is."""
YES_OR_NO = {"yes": True, "no": False}


def show(engine: Engine) -> RunFilter:
    """Show the filters, the same on every page that has them; return what they say."""
    _unpack()
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
            wanted = RunFilter(
                text=text or "",
                labels=labels,
                bands=bands,
                statuses=_several("Status", "status", list(display.STATUSES)),
                kinds=_several("Kind of hallucination", "kind", list(display.KINDS)),
                judges=_several("Judge", "judge", list_judges(engine)),
                tags=_several("Tag", "tag", list_tags(engine)),
                since=_since(),
                until=_until(),
                batch=_batch(engine),
                flagged=_yes_or_no("Flagged", "flagged"),
                reviewed=_yes_or_no("Reviewed", "reviewed"),
                suspicious=_yes_or_no("Suspicious", "suspicious"),
            )
    return narrowing.show(engine, wanted)


def _unpack() -> None:
    """Take apart what another page packed into one value of the address."""
    packed = st.query_params.get(addresses.PACKED)
    if packed is None:
        return
    del st.query_params[addresses.PACKED]
    for key, values in addresses.unpacked(packed).items():
        if key in SEVERAL:
            st.session_state[key] = values
        elif key == "q" or (key in ONE and values[0] in YES_OR_NO):
            st.session_state[key] = values[0]
        elif key in ("since", "until") and (day := addresses.day_in(values[0])):
            st.session_state[key] = day
        elif key in (*narrowing.KEYS, "batch"):
            st.query_params[key] = values


def _several(name: str, key: str, options: list[str]) -> tuple[str, ...]:
    if asked := st.session_state.get(key):  # unknown words would be an error
        st.session_state[key] = [word for word in asked if word in options]
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


def _since() -> datetime | None:
    day = _day("From", "since")
    return _midnight(day) if day else None


def _until() -> datetime | None:
    day = _day("To", "until")
    return _midnight(day + timedelta(days=1)) if day else None


def _day(name: str, key: str) -> date | None:
    day = st.date_input(
        name, value=None, key=key, format="YYYY-MM-DD", width=140, **IN_ADDRESS
    )
    return day if isinstance(day, date) else None


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _yes_or_no(name: str, key: str) -> bool | None:
    chosen = st.segmented_control(name, list(YES_OR_NO), key=key, **IN_ADDRESS)
    return YES_OR_NO.get(chosen or "")


def _batch(engine: Engine) -> int | None:
    """Let a batch be chosen; its number stands in the address, its name need not."""
    names = list_batch_names(engine)
    if not names:
        return None
    asked = addresses.number_in(st.query_params.get("batch", ""))
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
    chosen = st.selectbox(
        "What comes first",
        list(SORTS),
        key="sort",
        label_visibility="collapsed",
        width=200,
        **IN_ADDRESS,
    )
    return SORTS[chosen]


def show_queue() -> None:
    """Show a button that leads to what nobody has reviewed, contradictions first."""
    st.button(
        "Review queue",
        icon=":material/checklist:",
        on_click=_queue,
        help="Runs that nobody has reviewed yet, those with most contradictions first. "
        "Another order starts with the least sure, the suspicious, or those on which "
        "judges disagree.",
    )


def _queue() -> None:
    st.session_state["reviewed"] = "no"
    st.session_state["sort"] = "most contradictions"


def clear() -> None:
    """Take all filters away; for a button."""
    st.session_state["q"] = ""
    st.session_state.update({key: [] for key in SEVERAL})
    st.session_state.update(dict.fromkeys((*ONE, "since", "until")))
    st.query_params.pop("batch", None)
    narrowing.clear()


def remember() -> None:
    """Keep what the address of the list says for the way back to it."""
    query = st.query_params
    st.session_state["list_address"] = {key: query.get_all(key) for key in query}


def remembered() -> dict[str, list[str]]:
    """Return what the address of the list said when a run was opened from it."""
    kept: dict[str, list[str]] = st.session_state.get("list_address", {})
    return {key: values for key, values in kept.items() if key not in ("run", "beside")}


def page_in_address(pages: int) -> int:
    """Return the page of the list that is asked for, from 1 to ``pages``."""
    asked = st.session_state.get("page") or st.query_params.get("page", "1")
    return min(max(addresses.number_in(str(asked)) or 1, 1), pages)


def show_pages(pages: int) -> None:
    """Show the choice of a page under a list."""
    with st.container(horizontal_alignment="center"):
        st.pagination(pages, key="page", **IN_ADDRESS)
