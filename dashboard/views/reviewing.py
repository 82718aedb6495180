"""What happens to a run when a person acts in its texts and cards."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, foreign, nav
from dashboard.alive import Action
from dashboard.views import claim_dialogs, filters, person
from storage import reviews
from storage.errors import StorageError
from storage.values import RunDetails


def act(
    engine: Engine,
    run: RunDetails,
    action: Action,
    *,
    before: int | None,
    after: int | None,
) -> None:
    """Do what a person asked for, and show the page anew unless a dialog opens."""
    who, run_id = person.name(), run.summary.run_id
    try:
        match action.action:
            case "verdict":
                reviews.set_verdict(
                    engine,
                    _claim(action),
                    label=action.label or "",
                    person=who,
                    reason=action.reason or "",
                )
            case "withdraw":
                reviews.withdraw_verdict(engine, _claim(action), person=who)
            case "remove":
                reviews.remove_claim(engine, _claim(action), person=who)
            case "flag":
                flag(engine, run)
            case "undo":
                undo(engine, run_id)
            case "next_run" | "previous_run":
                go_to(after if action.action == "next_run" else before)
            case "search":
                st.switch_page(nav.RUNS, query_params=filters.remembered())
            case "split" | "reword" | "note" | "add":
                claim_dialogs.show(engine, run, action)
                return
    except (StorageError, ValueError) as error:
        foreign.show_trouble("That could not be done.", str(error))
        return
    st.rerun()


def _claim(action: Action) -> int:
    if action.claim is None:
        raise ValueError(f"{action.action} needs a claim")
    return action.claim


def flag(engine: Engine, run: RunDetails) -> None:
    """Flag a run, or take its flag away."""
    flagged = not run.summary.flagged
    reviews.flag(engine, [run.summary.run_id], flagged=flagged, person=person.name())


def undo(engine: Engine, run_id: int) -> None:
    """Undo what this person did last to a run, and say what that was."""
    undone = reviews.undo(engine, run_id, person=person.name())
    # a toast reads Markdown, so what it says of foreign text is said by the history
    st.toast("Undone." if undone else "There is nothing of yours to undo here.")


def go_to(run_id: int | None) -> None:
    """Open another run of the list; without one, say that the list ends."""
    if run_id is None:
        st.toast("The list ends here.")
        return
    st.query_params.clear()
    st.query_params["run"] = str(run_id)


def show_judges_own(run: RunDetails) -> None:
    """Say what the judge itself found, where people decided otherwise."""
    changed = [
        claim
        for claim in run.claims
        if claim.judged is None or claim.label != claim.judged.label
    ]
    if not run.summary.reviewed and not changed and not run.removed_claims:
        return
    share = run.summary.judge_share
    own = None if share is None else share * run.summary.scale
    parts = [f"Reviewed. The judge's own score: {display.score_text(own)}"]
    if changed:
        parts.append(f"{display.count(len(changed), 'claim')} decided otherwise")
    if run.removed_claims:
        parts.append(f"{display.count(len(run.removed_claims), 'claim')} taken away")
    foreign.show(foreign.tag("p", "; ".join(parts) + ".", class_="hd hd-own"))
