"""What can be done with several ticked runs at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st
from sqlalchemy import Engine

from dashboard import actions, display, foreign, nav, resources
from dashboard.views import bin_notice, judge_choice, person
from storage import reviews
from storage.errors import StorageError


def show(engine: Engine, run_ids: Sequence[int]) -> None:
    """Show the actions for the ticked runs, or what ticking is for."""
    if not run_ids:
        st.caption(
            "Click a line to open it, tick lines to flag, tag, delete or score them",
            width="content",
        )
        return
    these = display.count(len(run_ids), "run")
    who = person.name()
    if st.button(f"Flag {these}"):
        _do(lambda: reviews.flag(engine, run_ids, flagged=True, person=who))
    if st.button(f"Unflag {these}"):
        _do(lambda: reviews.flag(engine, run_ids, flagged=False, person=who))
    with st.popover("Tag", icon=":material/label:"):
        _tag(engine, run_ids)
    with st.popover("Score again", icon=":material/replay:"):
        _score_again(engine, run_ids)
    if st.button("Delete", icon=":material/delete:", help="Into the bin, for a while."):
        _do(lambda: bin_notice.put(engine, run_ids))


def _do(change: Callable[[], object]) -> None:
    try:
        change()
    except (StorageError, ValueError) as error:
        foreign.show_trouble("That could not be done.", str(error))
        return
    st.rerun()


def _tag(engine: Engine, run_ids: Sequence[int]) -> None:
    name = st.selectbox(
        "Tag",
        reviews.list_tags(engine),
        index=None,
        key="bulk_tag",
        accept_new_options=True,
        placeholder="Choose or type a tag",
    )
    who = person.name()
    if st.button("Put it on", disabled=not name):
        _do(lambda: reviews.add_tag(engine, run_ids, name=name or "", person=who))
    if st.button("Take it off", disabled=not name):
        _do(lambda: reviews.remove_tag(engine, run_ids, name=name or "", person=who))


def _score_again(engine: Engine, run_ids: Sequence[int]) -> None:
    judge = judge_choice.show_judge()
    settings = judge_choice.show_more(judge)
    if st.button("Score", type="primary", disabled=not judge):
        try:
            queued = actions.score_again(
                engine,
                run_ids=run_ids,
                settings=settings,
                batch_name=f"Scored again by {judge}",
            )
        except (StorageError, ValueError) as error:
            foreign.show_trouble("They could not be scored again.", str(error))
            return
        resources.worker().wake()
        st.switch_page(nav.BATCH, query_params={"batch": str(queued.batch_id)})
