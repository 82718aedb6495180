"""Everything that was kept of a run, in a drawer under it."""

from __future__ import annotations

import json

import streamlit as st

from dashboard import display, foreign, spending
from storage.values import RunDetails, RunSettings

LEFT = "left to the model"


def show(run: RunDetails) -> None:
    """Show a closed drawer with the settings and numbers of a run."""
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
        ("Tokens", spending.tokens_of(run)),
        ("Cost", spending.cost_of(run)),
    ]
    if run.trace_id:
        address = run.sample.metadata.get("trace_url", "")
        facts.append(("Trace", foreign.link(run.trace_id, str(address))))
    if run.calls:
        facts.extend(_asked(settings))
    if run.judge_detail:
        facts.append(("Judge says", run.judge_detail))
    if run.sample.label:
        facts.append(("A person says", run.sample.label))
    if run.sample.metadata:
        facts.append(("Metadata", json.dumps(dict(run.sample.metadata), default=str)))
    return facts


def _asked(settings: RunSettings) -> list[tuple[str, str]]:
    """Return how a model was asked."""
    temperature, seed = settings.temperature, settings.seed
    return [
        ("Reason by", settings.reason),
        ("Temperature", LEFT if temperature is None else f"{temperature:g}"),
        ("Seed", LEFT if seed is None else str(seed)),
        ("Votes", str(settings.repeat)),
        ("Kept replies", "used" if settings.use_cache else "not used"),
        ("Server", settings.api_base or "the provider's own"),
        ("Time-out", f"{settings.timeout_s:g} s"),
    ]


def _texts(run: RunDetails) -> bytes:
    sample = run.sample
    texts = {
        "input": sample.input,
        "output": sample.output,
        "context": list(sample.context),
    }
    return json.dumps(texts, ensure_ascii=False, indent=1).encode()
