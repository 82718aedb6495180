"""Judges: how far each agrees with people, and from which share on it should flag."""

import streamlit as st

from dashboard import display, foreign, nav, resources
from dashboard.analysis.card import Card
from dashboard.charts import judging
from dashboard.scoring import measures
from dashboard.views import (
    chart_cards,
    cut_off_choice,
    disagreements,
    figures_table,
    filters,
    frame,
)
from storage import agreement
from storage.runs import count_runs
from storage.values import RunFilter

engine = resources.engine()
if not count_runs(engine, RunFilter()):
    frame.show_nothing(
        "No judge has judged anything yet.",
        button="Score your first output",
        page=nav.SCORE,
    )

st.title("Judges and people", anchor=False)
wanted = filters.show(engine)
frame.show_part("Figures")
truths = {truth.judge: truth for truth in agreement.judges_with_truth(engine, wanted)}
if not truths:
    st.info(
        "Nothing to hold a judge against yet. Correct claims on the page of a run, or "
        "upload a file with a column of labels (faithful, hallucinated): what people "
        "say is the truth here.",
        icon=":material/balance:",
    )
    st.stop()
judge = st.selectbox("Judge to measure", list(truths), width=320)
truth = truths[judge]

shares = agreement.labelled_shares(engine, wanted, judge=judge)
with st.container(border=True):
    st.subheader("Runs against labels of samples", anchor=False)
    st.caption(
        f"{display.count(truth.labelled_runs, 'scored run')} of this judge whose "
        "sample has a label. Runs that are not scored, and samples without a label, "
        "are left out."
    )
    if shares:
        cut_off = cut_off_choice.show(engine, judge)
        labels = [share.hallucinated for share in shares]
        scores = [share.share for share in shares]
        counts = [share.runs for share in shares]
        flags = [score > cut_off for score in scores]
        figures = measures.judge_figures(labels, flags, scores, counts=counts)
        assert figures is not None
        figures_table.show_confusion(figures.confusion)
        figures_table.show_estimates(
            [
                ("Precision", figures.precision, "share of flagged runs that are bad"),
                ("Recall", figures.recall, "share of bad runs that are flagged"),
                ("F1", figures.f1, "harmonic mean of both"),
                ("Balanced accuracy", figures.balanced_accuracy, "0.5 is chance"),
                ("Cohen's kappa", figures.kappa, "0 is chance, 1 is always"),
                (
                    "AUROC",
                    figures.auroc,
                    "of the shares, at any cut-off; 0.5 is chance",
                ),
            ]
        )
        st.caption(
            f"Intervals: runs drawn {measures.RESAMPLINGS:,} times (bootstrap). n is "
            "what each number rests on."
        )
if shares and len(set(labels)) == 2:
    lines = measures.cut_offs(labels, scores, counts=counts)
    rows = [
        {
            "Flags shares above": "everything" if cut.above is None else cut.above,
            "Found": cut.confusion.found,
            "Missed": cut.confusion.missed,
            "False alarms": cut.confusion.false_alarms,
            "Passed": cut.confusion.passed,
        }
        for cut in lines
    ]
    left, right = st.columns(2)
    counted = f"{display.count(truth.labelled_runs, 'run')}, the diamond is the cut-off"
    with left:
        chart_cards.show(Card("ROC", counted, judging.roc(lines, cut_off), rows))
    with right:
        figure = judging.precision_recall(lines, cut_off)
        chart_cards.show(Card("Precision and recall", counted, figure, rows))
elif shares:
    foreign.show_trouble(
        "ROC and precision-recall need labels of both kinds.",
        "All labelled samples of this selection have the same label.",
        mild=True,
    )

pairs = agreement.verdict_pairs(engine, wanted, judge=judge)
sure = agreement.confidences(engine, wanted, judge=judge)
if pairs:
    with st.container(border=True):
        st.subheader("Claims against people's verdicts", anchor=False)
        words = [
            label
            for label in display.LABELS
            if any(label in (pair.judge_label, pair.person_label) for pair in pairs)
        ]
        met = {(pair.judge_label, pair.person_label): pair.claims for pair in pairs}
        matrix = [[met.get((x, y), 0) for y in words] for x in words]
        agreed = figures_table.estimate_text(measures.kappa(matrix))
        st.caption(
            f"{display.count(truth.reviewed_claims, 'claim')} that a person has "
            f"labelled. Cohen's kappa: {agreed}."
        )
        figures_table.show_matrix(words, matrix, down="judge", across="person")
if sure:
    right_or_not = [answer for _ in sure for answer in (True, False)]
    said = [each.confidence for each in sure for _ in range(2)]
    many = [n for each in sure for n in (each.right, each.claims - each.right)]
    bins = measures.reliability_bins(right_or_not, said, counts=many)
    brier = measures.brier(right_or_not, said, counts=many)
    error = measures.calibration_error(right_or_not, said, counts=many)
    chart_cards.show(
        Card(
            "Can its confidence be believed?",
            f"{display.count(sum(many), 'claim')} with a confidence and a person's "
            f"verdict; Brier {display.score_text(brier)} and calibration error "
            f"{display.score_text(error)}, 0 is best",
            judging.reliability(bins),
            [
                {
                    "Sure, from": each.low,
                    "to": each.high,
                    "Mean": each.said,
                    "Right": each.bad.value,
                    "Claims": each.bad.n,
                }
                for each in bins
            ],
        )
    )
disagreements.show(engine, wanted, judge=judge, cut_off=cut_off if shares else None)
