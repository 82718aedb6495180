"""What a model was asked for a run, and what it replied, word for word."""

from __future__ import annotations

import json
from dataclasses import asdict

import streamlit as st

from dashboard import display, foreign, spending
from storage.values import RunDetails, StoredCall

CALLS_A_PAGE = 10
LONGEST_TEXT = 50_000
"""Characters of one text that the page shows; the download has all."""
LONG = 900
"""Characters from which a text gets a box that scrolls."""
BOX_HEIGHT = 300


def show(run: RunDetails) -> None:
    """Show a closed drawer with every request of a run; nothing when there was none."""
    if not run.calls:
        return
    with st.expander("Prompts", icon=":material/forum:"):
        foreign.show_facts(_totals(run))
        st.download_button(
            "Download the prompts",
            data=lambda: _written(run),
            file_name=f"run-{run.summary.run_id}-prompts.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
            help="Every request and reply of this run, complete, as JSON.",
        )
        key = f"calls_{run.summary.run_id}"
        first = CALLS_A_PAGE * (st.session_state.get(key, 1) - 1)
        shown = run.calls[first : first + CALLS_A_PAGE]
        for number, call in enumerate(shown, first + 1):
            _show_call(number, call)
        if len(run.calls) > CALLS_A_PAGE:
            st.pagination(-(-len(run.calls) // CALLS_A_PAGE), key=key)


def _totals(run: RunDetails) -> list[tuple[str, str]]:
    failed = sum(call.error is not None for call in run.calls)
    return [
        ("Requests", display.count(len(run.calls), "request")),
        ("Without a usable reply", f"{failed:,}"),
        ("Replies kept from before", f"{sum(call.cached for call in run.calls):,}"),
        ("Tokens", spending.tokens_of(run)),
        ("Cost", spending.cost_of(run)),
        ("Took", display.duration(run.duration_s)),
        ("Prompt version", run.prompt_version or "–"),
    ]


def _show_call(number: int, call: StoredCall) -> None:
    with st.container(border=True, gap="xsmall"):
        step = display.STEPS.get(call.step, call.step)
        foreign.show_heading(f"{number} · {step}, attempt {call.attempt}")
        foreign.show(foreign.tag("p", _facts(call), class_="hd hd-facts", dir="auto"))
        if call.error:
            foreign.show_trouble("This request brought no usable reply.", call.error)
        for message in call.messages:
            _show_text(message.get("role", "message"), message.get("content", ""))
        if call.reply is not None:
            _show_text("reply", call.reply)
        _show_text("parameters", json.dumps(dict(call.parameters), ensure_ascii=False))


def _facts(call: StoredCall) -> foreign.Html:
    facts = [
        call.model,
        f"tokens {display.tokens(call.tokens_in, call.tokens_out)}",
        f"cost {display.cost(call.cost)}",
        display.duration(call.duration_s),
    ]
    if call.cached:
        facts = [call.model, foreign.tag("b", "kept from before, not asked again")]
    return foreign.join(facts, " · ")


def _show_text(name: str, text: str) -> None:
    if len(text) > LONGEST_TEXT:
        name = f"{name} (the first {LONGEST_TEXT:,} of {len(text):,} characters)"
    foreign.show_heading(name, small=True)
    height = BOX_HEIGHT if len(text) > LONG else None
    foreign.show_block(text[:LONGEST_TEXT], height=height)


def _written(run: RunDetails) -> bytes:
    calls = [asdict(call) for call in run.calls]
    return json.dumps(calls, ensure_ascii=False, indent=1).encode()
