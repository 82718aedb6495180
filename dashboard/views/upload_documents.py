"""Texts of documents as context: dropped, read, shown in boxes before they are used."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from dashboard import foreign
from dashboard.documents import Document, read_document
from dashboard.upload_values import UploadError

LARGEST_MB = 50

Take = Callable[[Sequence[Document]], None]


def show_drop(key: str, take: Take) -> None:
    """Show where documents are dropped; ``take`` gets those that could be read.

    What could not be read is said until the next ones are dropped.
    """
    drop: int = st.session_state.setdefault(f"{key}_drops", 0)
    st.file_uploader(
        "Documents",
        key=f"{key}_drop_{drop}",
        accept_multiple_files=True,
        max_upload_size=LARGEST_MB,
        on_change=_read,
        args=(key, take),
        help="TXT, Markdown, HTML, PDF or Word (.docx). Their text is shown in a box, "
        "to be changed or shortened before it is used. Nothing leaves this machine.",
    )


def show_unread(key: str) -> None:
    """Say which of the documents could not be read, and why."""
    for sentence in st.session_state.get(f"{key}_unread", ()):
        foreign.show_trouble(sentence, mild=True)


def _read(key: str, take: Take) -> None:
    drop: int = st.session_state[f"{key}_drops"]
    documents, unread = [], []
    for file in st.session_state.get(f"{key}_drop_{drop}") or ():
        try:
            documents.append(read_document(file, file.name))
        except UploadError as error:
            unread.append(str(error))
    st.session_state[f"{key}_unread"] = unread
    st.session_state[f"{key}_drops"] = drop + 1  # a new, empty place to drop files
    take(documents)
