"""Tags, notes and the history of a run."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st
from sqlalchemy import Engine

from dashboard import display, foreign
from dashboard.foreign import tag
from dashboard.views import person, reviewing
from storage import reviews
from storage.errors import StorageError
from storage.values import RunDetails

NEW = "＋"
AT_FIRST = 8


def show(engine: Engine, run: RunDetails) -> None:
    """Show what people said of a run beside its claims, and let them say more."""
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        st.subheader("Tags and notes", anchor=False)
        _tags(engine, run)
        _notes(engine, run)
    with right, st.container(border=True, height="stretch"):
        st.subheader("History", anchor=False)
        _history(engine, run)


def _tags(engine: Engine, run: RunDetails) -> None:
    run_id = run.summary.run_id
    before = set(run.tags)
    known = sorted({*reviews.list_tags(engine), *before}, key=str.casefold)
    chosen = st.multiselect(
        "Tags",
        known,
        default=sorted(before, key=str.casefold),
        key=f"tags_{run_id}_{len(before)}_{hash(run.tags)}",
        accept_new_options=True,
        placeholder="Choose or type a tag",
    )
    now = {str(name).strip() for name in chosen}
    if now == before:
        return
    try:
        for name in sorted(now - before):
            reviews.add_tag(engine, [run_id], name=name, person=person.name())
        for name in sorted(before - now):
            reviews.remove_tag(engine, [run_id], name=name, person=person.name())
    except StorageError as error:
        foreign.show_trouble("That tag could not be kept.", str(error))
        return
    st.rerun()


def _notes(engine: Engine, run: RunDetails) -> None:
    run_id = run.summary.run_id
    claims = {claim.claim_id: claim for claim in (*run.claims, *run.removed_claims)}
    for note in reviews.notes(engine, run_id):
        claim = claims.get(note.claim_id or 0)
        about = f" · claim {claim.position + 1}" if claim else ""
        who = f"{note.person or 'somebody'}{about} · {_ago(note.created_at)}"
        with st.container(horizontal=True, wrap=False, gap="small"):
            foreign.show(
                tag(
                    "div",
                    tag("p", note.text, dir="auto", class_="hd-note"),
                    tag("p", who, class_="hd-why", dir="auto"),
                    class_="hd hd-pair",
                )
            )
            if st.button(
                "Delete this note",
                key=f"delete_note_{note.note_id}",
                icon=":material/delete:",
                type="tertiary",
                help="It can be brought back with Undo.",
            ):
                reviews.delete_note(engine, note.note_id, person=person.name())
                st.rerun()
    with st.form(f"note_{run_id}", clear_on_submit=True, border=False):
        text = st.text_area("Note", height=80, placeholder="What should others know?")
        if st.form_submit_button("Add the note"):
            try:
                reviews.add_note(engine, run_id, text=text, person=person.name())
            except StorageError as error:
                foreign.show_trouble("That note could not be kept.", str(error))
            else:
                st.rerun()


def _history(engine: Engine, run: RunDetails) -> None:
    run_id = run.summary.run_id
    entries = reviews.history(engine, run_id)
    person.show_choice()
    if not entries:
        st.caption("Nobody has said anything about this run yet.")
        return
    if st.button("Undo my last step", icon=":material/undo:"):
        reviewing.undo(engine, run_id, who=person.name())
        st.rerun()
    lines = [
        tag(
            "li",
            tag("bdi", entry.person),
            f" {entry.words}",
            tag("span", f" · {entry.reason}", class_="hd-quiet")
            if entry.reason
            else "",
            tag(
                "time",
                f" {_ago(entry.created_at)}",
                title=display.moment(entry.created_at),
                class_="hd-quiet",
            ),
            tag("span", " · undone", class_="hd-quiet") if entry.undone_at else "",
            class_="hd-undone" if entry.undone_at else None,
            dir="auto",
        )
        for entry in entries
    ]
    foreign.show(tag("ul", *lines[:AT_FIRST], class_="hd hd-history"))
    if len(lines) > AT_FIRST:
        more = tag("ul", *lines[AT_FIRST:], class_="hd-history")
        summary = tag("summary", f"{len(lines) - AT_FIRST:,} earlier")
        foreign.show(tag("details", summary, more, class_="hd"))


def _ago(then: datetime) -> str:
    return display.ago(then, now=datetime.now(UTC))
