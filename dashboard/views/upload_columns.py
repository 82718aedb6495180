"""Which columns of an upload are read: guessed, shown, to be changed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import batch_words, foreign
from dashboard.columns import Columns
from dashboard.foreign import tag
from dashboard.upload_reading import NOTHING_NAMED, Wanted
from dashboard.upload_values import UploadError, named
from dashboard.uploads import Preview
from dashboard.views.upload_drop import Upload

NO_COLUMN = "– none –"


def show(upload: Upload) -> Columns | None:
    """Show the choice of columns and return it; None until outputs have a column."""
    names = list(upload.preview().names)
    guessed = upload.preview(NOTHING_NAMED).columns
    key = upload.spool.path.name
    output = st.selectbox(
        "Output",
        names,
        index=names.index(guessed.output) if guessed else None,
        key=f"output_{key}",
        placeholder="Which column holds what the model said?",
        help="What the model said, and what is checked.",
    )
    if output is None:
        st.info("No column's name tells that it holds outputs. Choose one.")
        return None
    guess = guessed or upload.preview(Wanted(output=output)).columns
    assert guess is not None
    context = st.multiselect(
        "Context",
        names,
        default=[name for name in guess.context if name in names],
        key=f"context_{key}",
        placeholder="None: every claim would be unsupported",
        help="What the output must agree with: one column or several. A cell may be a "
        "text, a list, documents, or messages with tool results.",
    )
    with st.container(horizontal=True, gap="small"):
        asked = _optional("Input", names, guess.input, key, help=INPUT_HELP)
        label = _optional("Label", names, guess.label, key, help=LABEL_HELP)
    return Columns(output, tuple(context), asked, label)


INPUT_HELP = "What the model was asked."
LABEL_HELP = (
    "What a person said of the output: faithful or hallucinated. Judges are "
    "compared with it and never see it."
)


def _optional(
    label: str, names: Sequence[str], guess: str | None, key: str, *, help: str
) -> str | None:
    options = [NO_COLUMN, *names]
    chosen = st.selectbox(
        label,
        options,
        index=options.index(guess) if guess and guess in names else 0,
        key=f"{label.lower()}_{key}",
        help=help,
        width=200,
    )
    return None if chosen in (None, NO_COLUMN) else chosen


def show_rest(preview: Preview, columns: Columns) -> None:
    """Say which columns are kept beside the samples."""
    used = columns.used()
    rest = [
        name
        for name in preview.names
        if name not in used
        and not any(name.startswith(f"{other}.") for other in preview.names)
    ]
    sentence = (
        f"Kept as metadata: {named(rest)}." if rest else "No other column is left."
    )
    foreign.show(tag("p", sentence, class_="hd hd-facts", dir="auto"))


def preview_of(upload: Upload, columns: Columns) -> Preview | None:
    """Return the file's beginning as it is read so; None, said, where it cannot be."""
    try:
        return upload.preview(columns)
    except UploadError as error:
        foreign.show_trouble("These columns cannot be read.", str(error))
        return None


def show_form(upload: Upload) -> None:
    """Say what kind of file it is, and let another be chosen."""
    size = batch_words.file_size(upload.spool.size)
    facts = tag("span", f" · {upload.preview().form} · {size}", class_="hd-quiet")
    name = tag("strong", upload.spool.name)
    foreign.show(tag("p", name, facts, class_="hd", dir="auto"))
