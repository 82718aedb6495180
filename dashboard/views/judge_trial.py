"""Test this judge: one published example, in how long, and what came back."""

from __future__ import annotations

import time
from dataclasses import replace

import streamlit as st

from dashboard import foreign, resources, trial_card
from dashboard.trials import RunningTrial
from storage.values import RunSettings

LOOK_EVERY_S = 0.5


def show_button(settings: RunSettings) -> None:
    """Show a button that tries the judge."""
    if st.button(
        "Test this judge",
        key="test_judge",
        type="tertiary",
        icon=":material/science:",
        disabled=not settings.judge,
        help="Asks it about a published example, whose share is known to be 0.50.",
    ):
        wanted = _tried(settings)
        resources.trials().start(wanted)
        st.session_state["tried"] = wanted


def show_outcome(settings: RunSettings) -> None:
    """Show how far the trial of this judge is, if there was one in this session."""
    wanted = _tried(settings)
    trial = resources.trials().of(wanted)
    if trial is None or st.session_state.get("tried") != wanted:
        return
    if trial.ended:
        _show_end(trial)
    else:
        _watch(wanted)


def _tried(settings: RunSettings) -> RunSettings:
    return replace(settings, scale=1.0, use_cache=False)


@st.fragment(run_every=LOOK_EVERY_S)
def _watch(wanted: RunSettings) -> None:
    trial = resources.trials().of(wanted)
    if trial is None or trial.ended:
        st.rerun()
    seconds = time.monotonic() - trial.started
    foreign.show(trial_card.waiting(wanted.judge, seconds))


def _show_end(trial: RunningTrial) -> None:
    if trial.error is not None:
        foreign.show_trouble("This judge cannot be tested.", trial.error)
    elif trial.trial is not None:
        foreign.show(trial_card.card(trial.trial))
