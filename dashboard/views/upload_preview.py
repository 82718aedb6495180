"""The first samples of an upload as they will be judged, and the rows left out."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import display, foreign
from dashboard.columns import Columns
from dashboard.foreign import Html, tag
from dashboard.scoring import Sample
from dashboard.upload_survey import Survey, problems_csv
from dashboard.upload_values import RowProblem
from dashboard.uploads import Preview
from dashboard.views.upload_drop import Upload

SAMPLES_SHOWN = 3
PROBLEMS_SHOWN = 8
LONGEST = 260
"""Characters of a text that the preview shows."""
ITEMS_SHOWN = 3


def show_samples(preview: Preview) -> None:
    """Show the first samples, their texts word for word but cut."""
    foreign.show_heading("The first samples, as they will be judged")
    if not preview.samples:
        st.info("None of the first rows can be used. Look at the columns.")
        return
    more = st.session_state.get("more_samples", False)
    shown = preview.samples if more else preview.samples[:SAMPLES_SHOWN]
    foreign.show(tag("div", *map(_sample, shown), class_="hd hd-samples"))
    if len(preview.samples) > SAMPLES_SHOWN:
        st.toggle(f"Show the first {len(preview.samples)}", key="more_samples")


def _sample(sample: Sample) -> Html:
    """Return one sample with the words that say what each text is."""
    rows = [("Output", [_cut(sample.output) or "Nothing was said."])]
    if sample.input:
        rows.append(("Input", [_cut(sample.input)]))
    items = [_cut(item) for item in sample.context[:ITEMS_SHOWN]]
    if len(sample.context) > ITEMS_SHOWN:
        items.append(f"and {len(sample.context) - ITEMS_SHOWN:,} more")
    rows.append((_context_name(sample), items or ["None."]))
    if sample.label:
        rows.append(("Label", [sample.label]))
    terms = [
        tag("div", tag("dt", name), *(tag("dd", text, dir="auto") for text in texts))
        for name, texts in rows
    ]
    return tag("dl", *terms)


def _context_name(sample: Sample) -> str:
    number = len(sample.context)
    return f"Context, {number:,} items" if number > 1 else "Context"


def _cut(text: str) -> str:
    return display.cut(text, LONGEST)


def show_problems(upload: Upload, columns: Columns, survey: Survey) -> None:
    """Show the rows that cannot be used, and a way to take all of them away."""
    if not survey.problems:
        return
    left = survey.problems - PROBLEMS_SHOWN
    rows = display.count(survey.problems, "row")
    foreign.show_heading(f"{rows} cannot be used, and the others can")
    foreign.show(_table(survey.first_problems[:PROBLEMS_SHOWN]))
    path, name = upload.spool.path, upload.spool.name
    st.download_button(
        f"Download all {survey.problems:,} (CSV)" if left > 0 else "Download (CSV)",
        data=lambda: problems_csv(path, columns, name=name),
        file_name="rows-that-cannot-be-used.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        help="Row, column and reason of each.",
    )


def _table(problems: Sequence[RowProblem]) -> Html:
    head = tag("tr", *(tag("th", name, scope="col") for name in PROBLEM_COLUMNS))
    body = [
        tag(
            "tr",
            tag("td", f"{problem.row:,}"),
            tag("td", display.cut(problem.column, 40) or "the whole row", dir="auto"),
            tag("td", display.cut(problem.message, 200), dir="auto"),
        )
        for problem in problems
    ]
    table = tag("table", tag("thead", head), tag("tbody", *body), class_="hd-table")
    return tag("div", table, class_="hd")


PROBLEM_COLUMNS = ("Row", "Column", "Why not")
