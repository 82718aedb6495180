"""What happens to a run when a person acts in its texts and cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, foreign, nav
from dashboard.alive import Action
from dashboard.views import claim_dialogs, filters
from storage import reviews
from storage.errors import StorageError
from storage.values import RunDetails


def act(
    engine: Engine,
    run: RunDetails,
    action: Action,
    *,
    who: str,
    before: int | None,
    after: int | None,
) -> None:
    """Do what ``who`` asked for, and show the page anew unless a dialog opens.

    Streamlit may break off a page wherever it asks for a name, an address or an
    element, and the action would be lost: what is written asks for none of them before
    it is, and what opens something else is put back.
    """
    run_id = run.summary.run_id
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
                flag(engine, run, who=who)
            case "undo":
                undo(engine, run_id, who=who)
            case "next_run" | "previous_run":
                with _put_back(action):
                    go_to(after if action.action == "next_run" else before)
            case "search":
                st.session_state["search_now"] = True
                st.switch_page(nav.RUNS, query_params=filters.remembered())
            case "split" | "reword" | "note" | "add":
                with _put_back(action):
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


@contextmanager
def _put_back(action: Action) -> Iterator[None]:
    try:
        yield
    except Exception:
        raise
    except BaseException:  # Streamlit's way to break off a page
        action.put_back()
        raise


def flag(engine: Engine, run: RunDetails, *, who: str) -> None:
    """Flag a run, or take its flag away."""
    flagged = not run.summary.flagged
    reviews.flag(engine, [run.summary.run_id], flagged=flagged, person=who)


def undo(engine: Engine, run_id: int, *, who: str) -> None:
    """Undo what a person did last to a run, and say whether there was anything."""
    undone = reviews.undo(engine, run_id, person=who)
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
