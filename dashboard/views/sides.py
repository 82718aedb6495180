"""Lets two sides of a comparison be chosen; the choice lives in the address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import TypeVar

import streamlit as st
from sqlalchemy import Engine

from dashboard.views.filters import IN_ADDRESS
from storage.batches import list_batches
from storage.comparing import list_prompt_versions
from storage.runs import list_judges
from storage.values import RunFilter

Value = TypeVar("Value")
WAYS = ("judges", "batches", "prompts", "before and after")


def show(engine: Engine) -> tuple[RunFilter, RunFilter] | None:
    """Show the choice of A and B; None while there are not two to choose from."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        way = st.segmented_control(
            "Compare", WAYS, default=WAYS[0], key="compare", **IN_ADDRESS
        )
        if way == "batches":
            return _batches(engine)
        if way == "prompts":
            return _named(
                list_prompt_versions(engine),
                lambda version: RunFilter(prompt_versions=(version,)),
                "Only one version of the prompts has been used so far.",
            )
        if way == "before and after":
            return _times()
        return _named(
            list_judges(engine),
            lambda judge: RunFilter(judges=(judge,)),
            "Only one judge has scored anything so far. Score the same outputs again "
            "with another one.",
        )


def _named(
    names: Sequence[str], meant: Callable[[str], RunFilter], lacking: str
) -> tuple[RunFilter, RunFilter] | None:
    if len(names) < 2:
        st.caption(lacking)
        return None
    a, b = _two(names, str)
    return meant(a), meant(b)


def _batches(engine: Engine) -> tuple[RunFilter, RunFilter] | None:
    names = {batch.batch_id: batch.name for batch in list_batches(engine)}
    if len(names) < 2:
        st.caption("There are no two batches yet.")
        return None
    a, b = _two([*names][::-1], lambda batch: f"{names[batch]} ({batch})")
    return RunFilter(batch=a), RunFilter(batch=b)


def _two(options: Sequence[Value], name: Callable[[Value], str]) -> tuple[Value, Value]:
    """Show two choices among the same options, which differ at first."""
    chosen: list[Value] = []
    for side, otherwise in (("a", 0), ("b", 1)):
        by_word = {str(option): at for at, option in enumerate(options)}
        asked = by_word.get(st.query_params.get(side, ""), otherwise)
        option = st.selectbox(
            side.upper(), options, index=asked, format_func=name, width=240
        )
        st.query_params[side] = str(option)
        chosen.append(option)
    return chosen[0], chosen[1]


def _times() -> tuple[RunFilter, RunFilter] | None:
    day = st.date_input(
        "A is before, B from this day on",
        value=None,
        key="since",
        format="YYYY-MM-DD",
        width=240,
        **IN_ADDRESS,
    )
    if not isinstance(day, date):
        st.caption("Choose the day of the change.")
        return None
    moment = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return RunFilter(until=moment), RunFilter(since=moment)
