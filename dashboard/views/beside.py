"""Other runs of the same texts, side by side, claim by claim."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import addresses, alignment, display, foreign, nav
from dashboard.alignment import AlignedRow
from dashboard.foreign import Html, tag
from storage.runs import get_run, list_runs
from storage.values import RunDetails, RunFilter, RunSummary, StoredClaim

MOST_BESIDE = 3
MOST_OTHERS = 50


def show(engine: Engine, run: RunDetails) -> None:
    """Show a drawer with the other runs of a run's texts, if there are any."""
    asked = addresses.number_in(st.query_params.get("beside", ""))
    others = _others(engine, run, asked)
    if not others:
        return
    names = {other.run_id: f"Run {other.run_id} · {other.judge}" for other in others}
    with st.expander(
        f"Other runs of these texts ({len(others):,})",
        icon=":material/view_column_2:",
        expanded=asked in names,
    ):
        chosen = st.multiselect(
            "Beside this run",
            list(names),
            default=[asked] if asked in names else list(names)[:1],
            format_func=names.__getitem__,
            max_selections=MOST_BESIDE,
            key=f"beside_{run.summary.run_id}",
        )
        shown = [run, *(found for id in chosen if (found := get_run(engine, id)))]
        foreign.show(_table(shown, alignment.align(shown)))
        for other in shown[1:]:
            nav.link_to_run(
                other.summary.run_id,
                f"Open run {other.summary.run_id}",
                beside=run.summary.run_id,
            )


def _others(engine: Engine, run: RunDetails, asked: int | None) -> list[RunSummary]:
    """Return the other runs of a run's texts, and the one asked for, whatever it is."""
    same = RunFilter(sample=run.sample_id)
    found = list_runs(engine, same, limit=MOST_OTHERS + 1)
    if asked is not None and all(other.run_id != asked for other in found):
        found += list_runs(engine, RunFilter(run_ids=(asked,)), limit=1)
    return [other for other in found if other.run_id != run.summary.run_id]


def _table(runs: list[RunDetails], rows: list[AlignedRow]) -> Html:
    heads = [tag("th", "Claim", scope="col")]
    for at, run in enumerate(runs):
        score = display.score_text(run.summary.score)
        name = "This run" if at == 0 else f"Run {run.summary.run_id}"
        words = f"{name} · {run.summary.judge} · score {score}"
        heads.append(tag("th", words, scope="col", dir="auto"))
    body = [
        tag(
            "tr",
            tag("th", row.text, scope="row", dir="auto"),
            *(tag("td", *_cell(claim)) for claim in row.cells),
            class_="hd-differs" if row.differs else None,
        )
        for row in rows
    ]
    head = tag("thead", tag("tr", *heads))
    table = tag("table", head, tag("tbody", *body), class_="hd-table hd-beside")
    return tag(
        "div",
        table,
        class_="hd hd-scroll",
        tabindex=0,
        role="region",
        aria_label="Claims of these runs, side by side",
    )


def _cell(claim: StoredClaim | None) -> list[Html]:
    if claim is None:
        return [tag("span", "not found", class_="hd-quiet")]
    sign = display.look_of(claim.label).sign
    badge = tag(
        "span", tag("b", sign), f" {claim.label}", class_=f"hd-badge hd-{claim.label}"
    )
    reason = display.cut(claim.deciding.reason, 200)
    return [badge, tag("p", reason, class_="hd-why", dir="auto")]
