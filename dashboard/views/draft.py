"""The form of the Score page: what to check, against what, by which judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard.documents import Document
from dashboard.examples import EXAMPLES, Example
from dashboard.scoring import Sample
from dashboard.scoring.text import UNSTORABLE
from dashboard.views import judge_choice, judge_trial, upload_documents
from storage.values import NewSample, RunSettings

LONGEST_TEXT = 20_000_000
"""Characters that one sample may have in all; more is refused with a sentence."""
LONGEST_OUTPUT = 1_000_000
"""Characters that an output may have: some twenty thousand claims."""
MOST_REFILLED = 200_000
"""Characters of a stored sample up to which a refreshed page fills the boxes again."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the form; ``pressed`` is True in the rerun of a press on Score."""

    output: str
    contexts: tuple[str, ...]
    question: str
    settings: RunSettings
    pressed: bool

    @property
    def refusal(self) -> str | None:
        """Why this cannot be scored, in a sentence that says what to do; or None."""
        texts = [self.output, *self.contexts, self.question]
        if not self.output.strip() and not self.contexts:
            return "Paste the output to check, and the context that it must agree with."
        if len(self.output) > LONGEST_OUTPUT:
            return (
                f"The output has {len(self.output):,} characters; up to "
                f"{LONGEST_OUTPUT:,} can be scored at a time. Score it in parts."
            )
        if sum(map(len, texts)) > LONGEST_TEXT:
            return (
                f"This is more than {LONGEST_TEXT:,} characters in all. Leave out the "
                "parts of the context that the output does not speak of."
            )
        if not self.settings.judge:
            return "Type the name of a model, or choose the offline judge."
        return None

    def sample(self) -> Sample:
        """Return what is to be scored."""
        return Sample(
            output=self.output,
            context=list(self.contexts),
            input=self.question.strip() or None,
        )

    def replaced(self) -> int:
        """Return how many characters cannot be stored and will be replaced."""
        texts = (self.output, *self.contexts, self.question)
        return sum(len(UNSTORABLE.findall(text)) for text in texts)


def fill(sample: Example | NewSample) -> None:
    """Put a sample into the boxes of the form."""
    for at in range(st.session_state.get("boxes", 1)):
        st.session_state[f"context_{at}"] = ""
    for at, text in enumerate(sample.context):
        st.session_state[f"context_{at}"] = text
    st.session_state["boxes"] = max(1, len(sample.context))
    st.session_state["output"] = sample.output
    st.session_state["question"] = sample.input or ""


def is_untouched() -> bool:
    """Return whether nobody has typed anything in this session."""
    return "output" not in st.session_state


def show() -> Draft:
    """Show the form and return what stands in it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.caption("Try one of these", width="content")
        for example in EXAMPLES:
            st.button(example.name, on_click=fill, args=(example,))
    contexts = _contexts()
    output = st.text_area(
        "Output to check",
        key="output",
        height=150,
        persist_state="session",
        placeholder="What the language model said",
    )
    question = st.text_input(
        "Question (optional)",
        key="question",
        persist_state="session",
        placeholder="What the model was asked",
    )
    judge = judge_choice.show_judge()
    with st.container(horizontal=True, gap="small"):
        settings = judge_choice.show_more(judge)
        judge_trial.show_button(settings)
        st.space("stretch")
        pressed = st.button(
            "Score",
            key="score",
            type="primary",
            shortcut="Ctrl+Enter",
            icon=":material/play_arrow:",
        )
    judge_trial.show_outcome(settings)
    return Draft(
        output=output or "",
        contexts=tuple(text for text in contexts if text.strip()),
        question=question or "",
        settings=settings,
        pressed=pressed,
    )


def _contexts() -> list[str]:
    boxes: int = st.session_state.setdefault("boxes", 1)
    texts = []
    with st.container(
        height=268 if boxes > 2 else "content",
        border=False,
        key="contexts",
        autoscroll=False,
    ):
        for at in range(boxes):
            label = "Context" if boxes == 1 else f"Context {at + 1}"
            text = st.text_area(
                label,
                key=f"context_{at}",
                height=150 if boxes == 1 else 68,
                persist_state="session",
                placeholder="What the output must agree with",
            )
            texts.append(text or "")
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Add another context",
            icon=":material/add:",
            type="tertiary",
            on_click=_add_box,
        )
        with st.popover("From documents", icon=":material/upload_file:"):
            upload_documents.show_drop("documents", _take)
    upload_documents.show_unread("documents")
    return texts


def _add_box() -> None:
    st.session_state["boxes"] += 1


def _take(documents: Sequence[Document]) -> None:
    """Put the texts of documents into boxes: blank ones at the end are used first."""
    state = st.session_state
    at: int = state["boxes"]
    while at and not (state.get(f"context_{at - 1}") or "").strip():
        at -= 1
    for document in documents:
        state[f"context_{at}"] = document.text
        at += 1
    state["boxes"] = max(state["boxes"], at)
