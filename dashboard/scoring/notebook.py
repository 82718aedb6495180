"""How a result shows itself in a notebook: its claims, marked and explained."""

from __future__ import annotations

import html
import itertools
from collections.abc import Iterable

from dashboard.scoring.types import Claim, Result

LOOKS = {
    "contradicted": ("✕", "#d6336c"),
    "unsupported": ("?", "#f08c00"),
    "unjudged": ("–", "#868e96"),
    "supported": ("✓", "#2b8a7e"),
}
"""Sign and colour by label, worst first, as on the page, which we cannot import."""


def result_html(result: Result) -> str:
    """Return a result as HTML: the output with its claims marked, then a table.

    Every text that we did not write is escaped.
    """
    claims = list(enumerate(result.claims, 1))
    rows = "".join(_row(number, claim) for number, claim in claims)
    table = (
        f"<table><tr><th></th>{_cells('th', ('claim', 'reason', 'evidence'))}</tr>"
        f"{rows}</table>"
        if rows
        else ""
    )
    return (
        f'<div style="line-height:1.6"><p>{_headline(result)}</p>'
        f'<p dir="auto" style="white-space:pre-wrap">{_marked(result)}</p>{table}</div>'
    )


def _headline(result: Result) -> str:
    if result.score is None:
        return f"<b>failed</b>: {html.escape(result.error or '')}"
    return (
        f"<b>{result.score:.2f}</b> of {result.scale:g} (0 is best), {result.status},"
        f" judged by {html.escape(result.judge)}<br>{html.escape(result.reason)}"
    )


def _marked(result: Result) -> str:
    """Return the output with a mark on every span; overlaps show the worst label."""
    output = result.sample.output
    spans = [
        (claim.start, claim.end, claim.verdict.label, number)
        for number, claim in enumerate(result.claims, 1)
        if claim.start is not None and claim.end is not None
    ]
    cuts = sorted({0, len(output), *(s[0] for s in spans), *(s[1] for s in spans)})
    pieces = []
    for start, end in itertools.pairwise(cuts):
        inside = [span for span in spans if span[0] <= start and end <= span[1]]
        piece = html.escape(output[start:end])
        if inside:
            worst = min((span[2] for span in inside), key=list(LOOKS).index)
            piece = f'<mark style="{_style(worst)}">{piece}</mark>'
        ending = (span for span in inside if span[1] == end)
        pieces.append(piece + "".join(_sign(span[2], span[3]) for span in ending))
    return "".join(pieces)


def _row(number: int, claim: Claim) -> str:
    verdict = claim.verdict
    evidence = ""
    if verdict.evidence is not None:
        evidence = (
            f"{verdict.evidence.quote} (context {verdict.evidence.context_index})"
        )
    cells = (claim.text, verdict.reason, evidence)
    label = f"{_sign(verdict.label, number)} {verdict.label}"
    return f"<tr><td>{label}</td>{_cells('td', cells)}</tr>"


def _cells(tag: str, texts: Iterable[str]) -> str:
    style = "text-align:left;white-space:pre-wrap"
    return "".join(
        f'<{tag} dir="auto" style="{style}">{html.escape(text)}</{tag}>'
        for text in texts
    )


def _sign(label: str, number: int) -> str:
    sign, colour = LOOKS[label]
    return f'<sup style="color:{colour}">{sign}{number}</sup>'


def _style(label: str) -> str:
    colour = LOOKS[label][1]
    return f"background:{colour}22;border-bottom:2px solid {colour};color:inherit"
