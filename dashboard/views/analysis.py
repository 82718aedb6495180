"""Analysis: how much is made up, by which judge, of which kind, and the worst of it."""

import streamlit as st

from dashboard import charts, display, nav, resources
from dashboard.views import chart_cards, filters, frame, worst
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

st.title("Analysis", anchor=False)
wanted = filters.show_for_analysis(engine)
overview = statistics.overview(engine, wanted)
chart_cards.show_numbers(overview)
if not overview.scored:
    st.info("No scored run fits these filters.", icon=":material/filter_alt_off:")
    st.stop()

left, right = st.columns([3, 2])
with left:
    histogram = statistics.share_histogram(engine, wanted)
    chart_cards.show(
        "How much is hallucinated",
        f"{display.count(overview.scored, 'scored run')} by their share of "
        "hallucinated claims",
        charts.share_distribution(histogram),
        rows=[
            {"Share": name, "Runs": number}
            for name, number in zip(
                charts.bin_names(len(histogram.bins)),
                [histogram.zero, *histogram.bins],
                strict=True,
            )
        ],
    )
with right:
    by_judge = statistics.labels_by_judge(engine, wanted)
    chart_cards.show(
        "Labels by judge",
        f"{display.count(overview.claims, 'claim')} of those runs",
        charts.labels_by_judge(by_judge),
        labels=[
            label
            for label in display.LABELS
            if any(getattr(row, label) for row in by_judge)
        ],
        rows=[
            {"Judge": row.judge, "Runs": row.runs}
            | {label: getattr(row, label) for label in display.LABELS}
            for row in by_judge
        ],
    )

kinds = statistics.hallucinated_kinds(engine, wanted)
if not kinds:
    st.info("None of these claims is hallucinated.", icon=":material/check:")
    st.stop()
left, right = st.columns([2, 3])
with left:
    chart_cards.show(
        "What hallucinated claims get wrong",
        "Claims that are contradicted or unsupported, by kind",
        charts.hallucinated_kinds(kinds),
        labels=charts.HALLUCINATED,
        rows=[
            {
                "Kind": display.KINDS.get(row.kind, row.kind),
                "contradicted": row.contradicted,
                "unsupported": row.unsupported,
            }
            for row in kinds
        ],
    )
with right:
    worst.show(engine, wanted, [row.kind for row in kinds])
