"""Figures and facts of a report: what was counted, and how the run was made."""

from __future__ import annotations

import json
from collections.abc import Sequence

from dashboard import display, spending
from dashboard.foreign import Html, tag
from storage.values import RunDetails

Facts = Sequence[tuple[str, str]]


def figures(run: RunDetails) -> Html:
    """Return the numbers of a run, those that count beside the judge's own."""
    summary = run.summary
    judged = summary.claims - summary.unjudged
    found = [
        ("Share of hallucinated claims", display.share_exactly(summary.share)),
        ("Contradicted", _part(summary.contradicted, judged)),
        ("Unsupported", _part(summary.unsupported, judged)),
        ("Coverage", f"{judged:,} of {display.count(summary.claims, 'claim')} judged"),
        ("Context that the judge saw", display.percent(run.context_seen)),
    ]
    if summary.reviewed or summary.judge_share != summary.share:
        found.insert(
            1, ("The judge's own share", display.share_exactly(summary.judge_share))
        )
    return tag("section", tag("h2", "Figures"), _listed(found))


def facts(run: RunDetails) -> Html:
    """Return how a run was made, and what is known of its sample."""
    settings, summary = run.settings, run.summary
    temperature = settings.temperature
    found = [
        ("Judge", settings.judge),
        ("Status", display.STATUSES.get(summary.status, summary.status)),
        ("Mode", settings.mode),
        ("Reason by", settings.reason),
        (
            "Temperature",
            "the model's own" if temperature is None else f"{temperature:g}",
        ),
        ("Seed", "–" if settings.seed is None else str(settings.seed)),
        ("Votes", str(settings.repeat)),
        ("Server", settings.api_base or "the model's own"),
        ("Prompt version", run.prompt_version or "–"),
        ("Scored", display.moment(run.finished_at)),
        ("Took", display.duration(run.duration_s)),
        ("Tokens", spending.tokens_of(run)),
        ("Cost", spending.cost_of(run)),
        ("Batch", summary.batch or "–"),
        ("Label of the sample", run.sample.label or "–"),
        ("Trace", run.trace_id or "–"),
        *(
            (f"Metadata: {name}", _value(cell))
            for name, cell in run.sample.metadata.items()
        ),
    ]
    return tag("section", tag("h2", "How it was made"), _listed(found))


def _listed(found: Facts) -> Html:
    cells = [
        cell
        for name, value in found
        for cell in (tag("dt", name, dir="auto"), tag("dd", value, dir="auto"))
    ]
    return tag("dl", *cells)


def _part(count: int, judged: int) -> str:
    if not judged:
        return f"{count:,}"
    return f"{count:,} of {judged:,} judged ({display.percent(count / judged)})"


def _value(cell: object) -> str:
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
