"""Score: paste a context and an output, press, see."""

import streamlit as st

from dashboard import actions, cards, display, foreign, nav, resources
from dashboard.views import draft, result
from dashboard.views.draft import Draft

WAIT_S = 0.9
"""How long a press waits for the verdicts before the page polls for them."""


def score(form: Draft) -> None:
    """Queue what stands in the form and wait a moment for its verdicts."""
    if form.refusal:
        foreign.show_trouble(form.refusal, mild=True)
        st.stop()
    replaced = form.replaced()
    if replaced:
        foreign.show_trouble(
            f"{display.count(replaced, 'character')} that no database stores (NUL, "
            "lone surrogates) became �. The spans still fit.",
            mild=True,
        )
    queued = actions.queue(
        resources.engine(), [form.sample()], form.settings, source="page"
    )
    st.query_params["run"] = str(queued.run_ids[0])
    resources.worker().wake()
    resources.worker().wait_for(queued.run_ids, timeout_s=WAIT_S)


left, right = st.columns([5, 7], gap="medium")
if draft.is_untouched():
    earlier = result.wanted_run()
    if earlier and sum(map(len, earlier.sample.context)) < draft.MOST_REFILLED:
        draft.fill(earlier.sample)
with left:
    form = draft.show()
with right:
    if form.pressed:
        score(form)
    if "run" not in st.query_params:
        foreign.show(cards.welcome())
        st.stop()
    run = result.wanted_run()
    if run is None:
        result.show_missing()
        st.stop()
    if result.show_head(run, small=True):
        nav.link_to_run(run.summary.run_id)
        result.show_texts(run)
