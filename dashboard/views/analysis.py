"""Analysis: how much is made up, where, in which ways, by which models, since when."""

import streamlit as st

from dashboard import nav, resources
from dashboard.analysis import claims, shares, trends
from dashboard.analysis.selection import Selection
from dashboard.views import (
    chart_cards,
    filters,
    frame,
    groupings,
    often,
    report,
    worst,
)
from storage import statistics
from storage.runs import count_runs
from storage.values import RunFilter

engine = resources.engine()
if not count_runs(engine, RunFilter()):
    frame.show_nothing(
        "Nothing to analyse yet. A few scored outputs will draw the first charts.",
        button="Score your first output",
        page=nav.SCORE,
    )

with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Analysis", anchor=False, width="content")
    st.space("stretch")
    taking_away = st.container(width="content")
wanted = filters.show(engine)
frame.show_part("Figures")
by, include_others = groupings.show(engine)
chosen = Selection(wanted, by, include_others)
others = {"include_others": include_others}
overview = statistics.overview(engine, wanted, **others)
chart_cards.show_numbers(overview)
if not overview.scored:
    st.info("No scored run fits these filters.", icon=":material/filter_alt_off:")
    st.button("Clear the filters", on_click=filters.clear)
    st.stop()

histogram = statistics.share_histogram(engine, wanted, **others)
groups = statistics.share_groups(engine, wanted, by=by, **others)
kinds = statistics.kinds_by_group(engine, wanted, by=by, **others)
step = groupings.show_step()
periods = statistics.over_time(engine, wanted, step=step, **others)
shown = [
    shares.distribution(chosen, histogram),
    claims.by_label(chosen, groups),
    shares.bands(chosen, groups),
    shares.means(chosen, groups),
    shares.cumulative(chosen, groups),
    trends.over_time(chosen, periods, step),
]
if kinds:
    shown.append(claims.by_kind(chosen, kinds))
    if by is not None:
        shown.append(claims.kinds_by_group(chosen, kinds))
shown += [
    trends.lengths(chosen, statistics.lengths(engine, wanted, of=of, **others), of)
    for of in ("output", "context")
]
for at in range(0, len(shown), 2):
    for column, card in zip(st.columns(2), shown[at : at + 2], strict=False):
        with column:
            chart_cards.show(card)

if kinds:
    often.show(engine, chosen)
    worst.show(engine, wanted, list(dict.fromkeys(cell.kind for cell in kinds)))
else:
    st.info("None of these claims is hallucinated.", icon=":material/check:")
with taking_away:
    report.show(shown, overview, wanted)
