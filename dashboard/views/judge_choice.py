"""Who judges, and how: the judge, what stands under More, and a trial."""

from __future__ import annotations

import streamlit as st

from dashboard import actions, resources
from dashboard.scoring.judges import OFFLINE
from storage.values import RunSettings

OTHER = "Other model…"
MOST_VOTES = 15
LARGEST_SEED = 2**31 - 1


def show_judge() -> str:
    """Show the judges there are and return the chosen one's name; blank if untyped."""
    models = {model.name: model.because for model in resources.models()}
    default = resources.settings().judge
    before = st.session_state.get("judge_choice", default)
    options = list(dict.fromkeys((OFFLINE, default, *models, before, OTHER)))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        judge = st.selectbox(
            "Judge",
            options,
            index=options.index(default),
            key="judge_choice",
            persist_state="session",
            format_func=lambda name: _words(name, models.get(name)),
            filter_mode=None,
        )
        if judge == OTHER:
            judge = st.text_input(
                "Model",
                key="judge_name",
                persist_state="session",
                placeholder="openai/gpt-5-mini, ollama/llama3.3, hf:owner/name, …",
                help="Any model that LiteLLM reaches, keys come from the environment; "
                "or hf: and the folder or name of a grounding model of Hugging Face.",
            )
    judge = (judge or "").strip()
    if judge:
        resources.warm(judge)
    return judge


def _words(name: str, because: str | None) -> str:
    if name == OFFLINE:
        return "Offline, no key needed"
    return f"{name} ({because})" if because else name


def show_mode(*, disabled: bool = False) -> str:
    """Show the two ways to ask a model and return the chosen one."""
    return _choice("Mode", "thorough", "fast", help=MODE_HELP, disabled=disabled)


def show_more(judge: str, *, mode: str | None = None) -> RunSettings:
    """Show what else can be set, out of the way, and return all settings.

    A mode that was chosen before is not asked for again.
    """
    with st.popover("More", icon=":material/tune:"):
        scale = st.number_input(
            "Scale",
            min_value=0.01,
            max_value=1_000_000.0,
            value=1.0,
            key="scale",
            persist_state="session",
            help="The score of an output of which every claim is hallucinated.",
        )
        st.caption("For language models; the offline judge knows one way only:")
        mode = mode or show_mode()
        reason = _choice("Reason by", "template", "judge", help=REASON_HELP)
        temperature = _temperature()
        repeat = st.number_input(
            "Votes",
            min_value=1,
            max_value=MOST_VOTES,
            key="repeat",
            persist_state="session",
            help="How many times the model judges each claim; most votes win, and how "
            "far they agree is kept.",
        )
        seed = st.number_input(
            "Seed",
            min_value=0,
            max_value=LARGEST_SEED,
            value=None,
            key="seed",
            persist_state="session",
            placeholder="left to the model",
            help="Models that take one answer alike for the same seed.",
        )
        use_cache = st.toggle(
            "Use kept replies",
            value=True,
            key="use_cache",
            persist_state="session",
            help="The model is not asked again what it has answered before.",
        )
    return RunSettings(
        judge=judge,
        mode=mode,
        reason=reason,
        scale=scale,
        temperature=temperature,
        api_base=actions.server_of(judge, resources.settings().api_base),
        seed=seed,
        repeat=repeat,
        use_cache=use_cache,
    )


MODE_HELP = "Thorough asks for claims, then for verdicts; fast asks for both at once."
REASON_HELP = "The reason for the score: written from the verdicts, or by the model."


def _choice(
    label: str, default: str, other: str, *, help: str, disabled: bool = False
) -> str:
    chosen = st.segmented_control(
        label,
        [default, other],
        default=default,
        required=True,
        key=label.lower().replace(" ", "_"),
        persist_state="session",
        help=help,
        disabled=disabled,
    )
    return chosen or default


def _temperature() -> float | None:
    st.session_state.setdefault("temperature", 0.0)
    return st.number_input(
        "Temperature",
        min_value=0.0,
        max_value=2.0,
        value=None,
        step=0.1,
        key="temperature",
        persist_state="session",
        placeholder="left to the model",
        help="0 answers alike each time. Empty leaves it to the model.",
    )
