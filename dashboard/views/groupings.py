"""Lets an analysis be told apart by something, and time be cut into periods."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard.analysis.selection import METADATA, PLAIN, grouping_of
from dashboard.views.filters import IN_ADDRESS
from storage.over_time import Step
from storage.sources import Grouping
from storage.statistics import metadata_columns

NOTHING = "nothing"
STEPS: tuple[Step, ...] = ("day", "week", "month")


def show(engine: Engine) -> tuple[Grouping | None, bool]:
    """Show by what runs are grouped, and whether all finished runs count."""
    columns = [f"{METADATA}{column.name}" for column in metadata_columns(engine)]
    options = [NOTHING, *PLAIN, *columns]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        word = st.selectbox(
            "Tell apart by",
            options,
            key="by",
            width=220,
            help="The judge, the batch, a tag, or a column that was uploaded along, "
            "such as the model under test.",
            **IN_ADDRESS,
        )
        others = st.toggle(
            "Count partial runs and those without claims or context, too",
            key="others",
            **IN_ADDRESS,
        )
    return grouping_of(word), bool(others)


def show_step() -> Step:
    """Show into which periods time is cut."""
    chosen: Step = st.segmented_control(
        "Time in steps of a",
        STEPS,
        default="day",
        required=True,
        key="step",
        **IN_ADDRESS,
    )
    return chosen or "day"
