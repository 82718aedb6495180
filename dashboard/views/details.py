"""Everything that was kept of a run, in a drawer under it."""

from __future__ import annotations

import json

import streamlit as st

from dashboard import display, foreign
from storage.values import RunDetails, StoredCall


def show(run: RunDetails) -> None:
    """Show a closed drawer with the settings, numbers and judge calls of a run."""
    with st.expander("Details", icon=":material/info:"):
        if run.sample.input:
            foreign.show_heading("Input")
            foreign.show_block(run.sample.input)
        foreign.show_facts(_facts(run))
        st.download_button(
            "Download the texts",
            data=lambda: _texts(run),
            file_name=f"run-{run.summary.run_id}.json",
            mime="application/json",
            icon=":material/download:",
            on_click="ignore",
            help="Output, context and input of this run, complete, as JSON.",
        )
        for number, call in enumerate(run.calls, 1):
            _show_call(number, call)


def _facts(run: RunDetails) -> list[tuple[str, str]]:
    summary, settings = run.summary, run.settings
    facts = [
        ("Run", str(summary.run_id)),
        ("Sample", str(run.sample_id)),
        ("Batch", summary.batch or "–"),
        ("Source", run.source),
        ("Status", display.STATUSES.get(summary.status, summary.status)),
        ("Judge", settings.judge),
        ("Mode", settings.mode),
        ("Scale", f"{settings.scale:g}"),
        ("Flagged above", f"a share of {settings.flag_threshold:g}"),
        ("Share", display.share_exactly(summary.share)),
        ("Coverage", display.percent(summary.coverage)),
        ("Context seen", display.percent(run.context_seen)),
        ("Queued", display.moment(summary.created_at)),
        ("Started", display.moment(run.started_at)),
        ("Finished", display.moment(run.finished_at)),
        ("Took", display.duration(run.duration_s)),
        ("Tokens", _tokens(run.tokens_in, run.tokens_out)),
        ("Cost", display.cost(run.cost)),
    ]
    if run.prompt_version:
        facts.append(("Prompts", run.prompt_version))
    if run.judge_detail:
        facts.append(("Judge says", run.judge_detail))
    if run.sample.label:
        facts.append(("A person says", run.sample.label))
    if run.sample.metadata:
        facts.append(("Metadata", json.dumps(dict(run.sample.metadata), default=str)))
    return facts


def _tokens(tokens_in: int | None, tokens_out: int | None) -> str:
    if tokens_in is None or tokens_out is None:
        return "unknown"
    return f"{tokens_in:,} in, {tokens_out:,} out"


def _texts(run: RunDetails) -> bytes:
    sample = run.sample
    texts = {
        "input": sample.input,
        "output": sample.output,
        "context": list(sample.context),
    }
    return json.dumps(texts, ensure_ascii=False, indent=1).encode()


def _show_call(number: int, call: StoredCall) -> None:
    facts = [
        f"Call {number}: {call.step}",
        f"attempt {call.attempt}",
        call.model,
        _tokens(call.tokens_in, call.tokens_out),
        display.duration(call.duration_s),
    ]
    if call.cached:
        facts.append("from our own store")
    foreign.show_heading(" · ".join(facts))
    for message in call.messages:
        foreign.show_heading(message.get("role", "message"), small=True)
        foreign.show_block(message.get("content", ""))
    if call.reply is not None:
        foreign.show_heading("reply", small=True)
        foreign.show_block(call.reply)
    if call.error:
        foreign.show_trouble(call.error)
