"""A new batch: what is in the file, how it is read, and how it will be judged."""

from __future__ import annotations

import streamlit as st

from dashboard import display, foreign
from dashboard.background import Beside
from dashboard.columns import Columns
from dashboard.foreign import tag
from dashboard.upload_survey import Reviews, Survey
from dashboard.views import (
    upload_columns,
    upload_context,
    upload_drop,
    upload_preview,
    upload_start,
)
from dashboard.views.upload_drop import Upload

WAIT_S = 0.8
"""How long a rerun waits for the whole file to be read before the page polls."""


def show(upload: Upload) -> None:
    """Show all of it, from the file's name to the button that starts the batch."""
    with st.container(horizontal=True, vertical_alignment="center"):
        upload_columns.show_form(upload)
        st.button(
            "Another file",
            icon=":material/close:",
            type="tertiary",
            on_click=upload_drop.forget,
        )
    left, right = st.columns([5, 7], gap="medium")
    with left:
        columns = upload_columns.show(upload)
        if columns is None:
            st.stop()
        preview = upload_columns.preview_of(upload, columns)
        if preview is None:
            st.stop()
        upload_columns.show_rest(preview, columns)
        context = upload_context.show()
        survey = _survey(upload, columns)
        if survey is not None:
            upload_start.show(upload, columns, survey, context)
    with right:
        if survey is not None:
            _show_counts(survey)
        upload_preview.show_samples(preview)
        if survey is not None:
            upload_preview.show_problems(upload, columns, survey)


def _survey(upload: Upload, columns: Columns) -> Survey | None:
    """Return what the whole file comes to; None, and said, until it is read."""
    work = upload.survey(columns)
    if not work.wait(WAIT_S):
        _watch(work)
        return None
    if work.result is None:
        foreign.show_trouble("The file cannot be read to its end.", work.error or "")
    return work.result


@st.fragment(run_every=0.5)
def _watch(work: Beside[Survey]) -> None:
    if work.ended:
        st.rerun()
    sentence = f"Reading the file: {display.count(work.said, 'row')} so far."
    foreign.show(tag("p", sentence, class_="hd hd-wait", role="status"))


def _show_counts(survey: Survey) -> None:
    rows = survey.drawn.samples + survey.problems
    usable = f"{display.count(survey.drawn.samples, 'sample')} can be judged"
    sentence = f"{display.count(rows, 'row')} read: {usable}."
    if survey.reviews is not None:
        sentence = f"{usable}. {_export_words(survey.reviews)}"
    foreign.show(tag("p", sentence, class_="hd", role="status"))


def _export_words(reviews: Reviews) -> str:
    found = [
        display.count(reviews.verdicts, "person's verdict", "persons' verdicts"),
        display.count(reviews.flagged, "flag"),
        display.count(reviews.tagged, "run with tags", "runs with tags"),
        display.count(reviews.noted, "note"),
    ]
    return (
        "This is an export of this dashboard: once its runs are judged, "
        f"{', '.join(found[:-1])} and {found[-1]} come back."
    )
