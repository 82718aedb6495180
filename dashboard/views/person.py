"""Who reviews: whoever is logged in, else a name that can be changed."""

from __future__ import annotations

import getpass

import streamlit as st

LONGEST = 80


def name() -> str:
    """Return the reviewer's name: as typed, as logged in, or as the system says."""
    typed = str(st.session_state.get("person", "")).strip()
    return typed[:LONGEST] or _logged_in() or _of_system()


def show_choice() -> None:
    """Let the name be changed that reviews are kept under."""
    st.text_input(
        "Your name",
        value=name(),
        key="person",
        persist_state="session",
        max_chars=LONGEST,
        help="Stands beside your verdicts, notes and flags. By default the name that "
        "this system knows you by.",
    )


def _logged_in() -> str:
    user = st.user.to_dict()
    return str(user.get("name") or user.get("email") or "").strip()[:LONGEST]


def _of_system() -> str:
    try:
        return getpass.getuser()[:LONGEST]
    except (KeyError, OSError):
        return "reviewer"
