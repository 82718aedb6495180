"""Compare: two groups of runs on the same texts, what flipped and by how much."""

import streamlit as st

from dashboard import display, foreign, nav, resources
from dashboard.analysis.card import Card
from dashboard.charts import judging
from dashboard.scoring import measures
from dashboard.views import chart_cards, figures_table, flipped, frame, sides
from storage import comparing
from storage.runs import count_runs
from storage.values import RunFilter

engine = resources.engine()
if not count_runs(engine, RunFilter()):
    frame.show_nothing(
        "Nothing to compare yet. Score the same outputs with two judges first.",
        button="Score your first output",
        page=nav.SCORE,
    )

st.title("Compare", anchor=False)
chosen = sides.show(engine)
if chosen is None:
    st.stop()
a, b = chosen
frame.show_part("Figures")
overlap = comparing.overlap(engine, a, b)
st.caption(
    f"{display.count(overlap.texts, 'text')} scored on both sides; left out: "
    f"{overlap.only_a:,} only in A, {overlap.only_b:,} only in B. Of each side the "
    "newest scored run of a text counts, by its judge's own verdicts."
)
if not overlap.texts:
    st.info(
        "A and B have scored no text in common. “Score again” on a batch's page scores "
        "the same samples with another judge.",
        icon=":material/compare_arrows:",
    )
    st.stop()

pairs = comparing.share_pairs(engine, a, b)
worse, better = comparing.count_changed(engine, a, b)
changes = [pair.share_b - pair.share_a for pair in pairs]
texts = [pair.texts for pair in pairs]
difference = measures.mean_of(changes, counts=texts)
flags = comparing.flag_pairs(engine, a, b)
by_flags = {(pair.flagged_a, pair.flagged_b): pair.texts for pair in flags}
matrix = [[by_flags.get((x, y), 0) for y in (True, False)] for x in (True, False)]
chance = measures.sign_test(worse, better)

left, right = st.columns([3, 2])
with left, st.container(border=True, height="stretch"):
    st.subheader("What changed from A to B", anchor=False)
    figures_table.show_estimates(
        [
            (
                "Mean share, B − A",
                difference,
                "above 0: B hallucinates more; intervals by drawing texts "
                f"{measures.RESAMPLINGS:,} times, or normal when there are many",
            ),
            (
                "Agreement on flagged",
                measures.kappa(matrix),
                "Cohen's kappa, runs: 1 always, 0 as by chance",
            ),
        ]
    )
    likely = "" if chance is None else f" So unequal by chance alone: p = {chance:.3f}."
    foreign.show(
        foreign.tag(
            "p",
            f"{worse:,} became worse, {better:,} better, "
            f"{overlap.texts - worse - better:,} stayed the same.{likely}",
            class_="hd",
        )
    )
with right:
    chart_cards.show(
        Card(
            "Share in A and in B",
            f"{display.count(overlap.texts, 'text')}; above the line B hallucinates "
            "more",
            judging.shares_side_by_side(pairs),
            [
                {"Share in A": p.share_a, "Share in B": p.share_b, "Texts": p.texts}
                for p in judging.cells_of(pairs)
            ],
        )
    )

flipped.show_runs(engine, a, b, worse=worse, better=better)

labels = list(display.LABELS)
label_pairs = comparing.label_pairs(engine, a, b)
by_labels = {(pair.label_a, pair.label_b): pair.claims for pair in label_pairs}
claims = [[by_labels.get((x, y), 0) for y in labels] for x in labels]
with st.container(border=True):
    st.subheader("Claim by claim", anchor=False)
    shared = sum(by_labels.values())
    st.caption(
        f"{display.count(shared, 'claim')} that both sides found word for word; claims "
        "that the judges worded otherwise are on the pages of the runs."
    )
    if shared:
        agreed = figures_table.estimate_text(measures.kappa(claims))
        st.caption(f"Cohen's kappa of the labels: {agreed}, n = {shared:,}")
        figures_table.show_matrix(labels, claims, down="A", across="B")
        flipped.show_claims(engine, a, b)
