"""Dialogs in which claims are written by hand: split, reworded, added; and notes."""

from __future__ import annotations

import streamlit as st
from sqlalchemy import Engine

from dashboard import foreign
from dashboard.alive import Action
from dashboard.views import person
from storage import reviews
from storage.errors import StorageError
from storage.values import RunDetails, StoredClaim


def show(engine: Engine, run: RunDetails, action: Action) -> None:
    """Open the dialog that an action asks for."""
    claim = next((each for each in run.claims if each.claim_id == action.claim), None)
    match action.action:
        case "note":
            _note(engine, run.summary.run_id, claim)
        case "add":
            _add(engine, run.summary.run_id)
        case "split" if claim:
            _split(engine, claim)
        case "reword" if claim:
            _reword(engine, claim)


@st.dialog("Write a note")
def _note(engine: Engine, run_id: int, claim: StoredClaim | None) -> None:
    _quote(claim)
    text = st.text_area("Note", key="note_text", height=120)
    if _saves():
        claim_id = claim.claim_id if claim else None
        _keep(
            lambda: reviews.add_note(
                engine, run_id, text=text, person=person.name(), claim_id=claim_id
            )
        )


@st.dialog("Add a claim that the judge missed")
def _add(engine: Engine, run_id: int) -> None:
    text = st.text_area("Claim", key="claim_text", height=90)
    label = st.segmented_control("Label", reviews.CHOICES, default=reviews.CHOICES[0])
    reason = st.text_input("Why (optional)", key="claim_reason")
    st.caption(
        "Where the claim stands in the output word for word, it is marked there."
    )
    if _saves():
        _keep(
            lambda: reviews.add_claim(
                engine,
                run_id,
                text=text,
                label=label or "",
                person=person.name(),
                reason=reason,
            )
        )


@st.dialog("Put a claim in other words")
def _reword(engine: Engine, claim: StoredClaim) -> None:
    text = st.text_area("Claim", value=claim.text, key="claim_text", height=120)
    st.caption("The judge's own words stay in the history.")
    if _saves():
        _keep(
            lambda: reviews.reword_claim(
                engine, claim.claim_id, text=text, person=person.name()
            )
        )


@st.dialog("Split a claim")
def _split(engine: Engine, claim: StoredClaim) -> None:
    _quote(claim)
    text = st.text_area(
        "One claim on each line", value=claim.text, key="claim_text", height=160
    )
    if _saves():
        texts = [line for line in text.splitlines() if line.strip()]
        _keep(
            lambda: reviews.split_claim(
                engine, claim.claim_id, texts=texts, person=person.name()
            )
        )


def _quote(claim: StoredClaim | None) -> None:
    if claim is not None:
        foreign.show(foreign.tag("p", claim.text, class_="hd hd-said", dir="auto"))


def _saves() -> bool:
    return st.button("Save", type="primary")


def _keep(change: object) -> None:
    """Make the change and close the dialog; say in it what could not be done."""
    assert callable(change)
    try:
        change()
    except (StorageError, ValueError) as error:
        foreign.show_trouble("That could not be kept.", str(error))
        return
    st.rerun()
