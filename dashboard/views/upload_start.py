"""The end of an upload's form: who judges, what it is going to take, and Start."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

import streamlit as st

from dashboard import batch_words, display, estimating, foreign, nav, resources
from dashboard.background import Beside
from dashboard.columns import Columns
from dashboard.estimate import Estimate
from dashboard.estimating import estimate_upload
from dashboard.foreign import tag
from dashboard.scoring.judges import OFFLINE, on_this_machine
from dashboard.upload_survey import Survey
from dashboard.upload_values import UploadError
from dashboard.views import judge_choice, upload_context, upload_drop
from dashboard.views.upload_drop import Upload
from storage.values import RunSettings

AT_ONCE, MOST_AT_ONCE = 32, 256
WAIT_S = 0.5
"""How long a rerun waits for a result, so that quick ones do not flicker."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A batch as the form asks for it."""

    upload: Upload
    columns: Columns
    survey: Survey
    context: tuple[str, ...]
    settings: RunSettings
    concurrency: int | None
    name: str
    person: str | None

    @property
    def refusal(self) -> str | None:
        """Why it cannot be started, in a sentence that says what to do; or None."""
        samples = self.survey.drawn.samples
        if not samples:
            return "No row can be judged. Choose other columns, or another file."
        if not self.settings.judge:
            return "Type the name of a model, or choose the offline judge."
        if not self.name or self.person == "":
            return "Type a name."
        return upload_context.refusal(self.context, samples)


def show(
    upload: Upload, columns: Columns, survey: Survey, context: tuple[str, ...]
) -> None:
    """Show the judge, the estimate and the button that starts the batch."""
    wish = _wish(upload, columns, survey, context)
    if wish.refusal:
        foreign.show_trouble(wish.refusal, mild=True)
    else:
        _show_estimate(wish)
    if st.button(
        f"Start: {display.count(survey.drawn.samples, 'sample')}",
        key="start",
        type="primary",
        icon=":material/play_arrow:",
        disabled=wish.refusal is not None,
    ):
        _start(wish)


def _wish(
    upload: Upload, columns: Columns, survey: Survey, context: tuple[str, ...]
) -> Wish:
    """Show what can be chosen and return it."""
    judge = judge_choice.show_judge()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        mode = judge_choice.show_mode(disabled=on_this_machine(judge))
        concurrency = _concurrency(judge)
        settings = judge_choice.show_more(judge, mode=mode)
    key = upload.spool.path.name
    with st.container(horizontal=True, gap="small"):
        name = st.text_input(
            "Name of the batch",
            value=PurePath(upload.spool.name).stem,
            key=f"name_{key}",
            max_chars=200,
        )
        person = None
        if survey.reviews:
            person = st.text_input(
                "Your name", value="import", key=f"person_{key}", help=PERSON_HELP
            ).strip()
    return Wish(
        upload, columns, survey, context, settings, concurrency, name.strip(), person
    )


PERSON_HELP = "An export does not say who said what, so it comes back in this name."


def _concurrency(judge: str) -> int | None:
    """Return how many samples are judged at once; None leaves it to the cores."""
    if judge == OFFLINE:
        cores = display.count(estimating.cores(), "core")
        st.caption(f"Judged on {cores} of this machine", width="content")
        return None
    chosen = st.number_input(
        "At once",
        min_value=1,
        max_value=MOST_AT_ONCE,
        value=AT_ONCE,
        key="at_once",
        persist_state="session",
        width=120,
        help="Samples judged at the same time. Fewer spare a provider's limits.",
    )
    return int(chosen)


def _show_estimate(wish: Wish) -> None:
    engine, settings = resources.engine(), wish.settings
    drawn = wish.survey.drawn.with_context(wish.context)
    at_once = wish.concurrency or AT_ONCE
    work = wish.upload.estimates.of(
        (wish.survey, wish.context, settings, at_once),
        lambda _: estimate_upload(engine, drawn, settings, concurrency=at_once),
    )
    if not work.wait(WAIT_S):
        _watch(work)
    elif work.result is None:
        foreign.show_trouble("There is no estimate.", work.error or "", mild=True)
    else:
        _show_facts(settings.judge, work.result)


@st.fragment(run_every=1.0)
def _watch(work: Beside[Estimate]) -> None:
    if work.ended:
        st.rerun()
    sentence = "Reckoning what it will take. You may start meanwhile."
    foreign.show(tag("p", sentence, class_="hd hd-wait", role="status"))


def _show_facts(judge: str, found: Estimate) -> None:
    """Show an estimate, and what is odd about the samples."""
    foreign.show_facts(batch_words.estimate_facts(judge, found))
    if found.no_context:
        samples = display.count(found.no_context, "sample has", "samples have")
        foreign.show_trouble(
            f"{samples} no context: without one every claim is unsupported.", mild=True
        )


def _start(wish: Wish) -> None:
    try:
        batch_id = resources.feeder().order(
            wish.upload.spool,
            name=wish.name,
            columns=wish.columns,
            settings=wish.settings,
            samples=wish.survey.drawn.samples,
            context=wish.context,
            concurrency=wish.concurrency,
            person=wish.person,
        )
    except UploadError as error:
        foreign.show_trouble("The batch cannot be started.", str(error))
        return
    upload_drop.forget()
    upload_context.clear()
    st.switch_page(nav.BATCH, query_params={"batch": str(batch_id)})
