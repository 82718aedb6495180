"""An analysis as one file to hand on, and its figures as pictures."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import plotly.graph_objects as go

from dashboard import display
from dashboard.analysis.card import Card
from dashboard.foreign import Html, join, tag
from storage.figures import Overview

Picture = Literal["png", "svg"]
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:"
)
STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; color: #171a26; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .2rem; }
p { margin: .2rem 0; } .quiet { color: #5c6270; font-size: .9rem; }
table { border-collapse: collapse; font-size: .88rem; margin: .5rem 0; }
th, td { text-align: left; padding: .2rem .8rem .2rem 0;
  border-bottom: 1px solid #dde; font-variant-numeric: tabular-nums; }
"""


def report_html(
    cards: Sequence[Card], overview: Overview, *, filtered: str, made_at: datetime
) -> str:
    """Return a page that needs no server and asks none: figures with all their numbers.

    ``filtered`` says which runs were meant; blank for all.
    """
    head = [
        tag("h1", "Hallucination analysis"),
        tag("p", _figures(overview)),
        tag("p", f"Runs meant: {filtered or 'all'}.", class_="quiet", dir="auto"),
        tag("p", f"Made {display.moment(made_at)}.", class_="quiet"),
    ]
    parts = [
        part for at, card in enumerate(cards) for part in _card(card, first=not at)
    ]
    body = tag("body", *head, *parts)
    meta = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>Hallucination analysis</title><style>{STYLE}</style>"
    )
    return f'<!doctype html><html lang="en"><head>{meta}</head>{body}</html>'


def pictures(cards: Sequence[Card], kind: Picture) -> bytes:
    """Return an archive with a picture of each chart.

    Raises:
        PicturesMissing: If what draws them is not installed, or finds no browser.
    """
    held = io.BytesIO()
    try:
        import kaleido  # noqa: F401  an extra; Plotly says so less clearly

        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
            for card in cards:
                drawn = go.Figure(card.figure)
                drawn.update_layout(
                    title={"text": card.heading, "x": 0.02},
                    margin={"t": 56},
                    paper_bgcolor="#ffffff",
                    plot_bgcolor="#ffffff",
                )
                archive.writestr(
                    f"{file_name(card)}.{kind}",
                    drawn.to_image(kind, width=900, scale=2 if kind == "png" else 1),
                )
    except ImportError as error:
        raise PicturesMissing(
            "Pictures are drawn by one more package. Install it with: pip install "
            "'hallucination-dashboard[pictures]'"
        ) from error
    except (RuntimeError, OSError, ValueError) as error:
        raise PicturesMissing(
            "Pictures are drawn by a browser, and none could be started. Install "
            f"Chromium or Chrome. ({error})"
        ) from error
    return held.getvalue()


class PicturesMissing(Exception):  # noqa: N818  reads as a fact
    """Pictures cannot be drawn here; the message says what to do."""


def file_name(card: Card) -> str:
    """Return a name of a file for a chart."""
    return re.sub(r"[^a-z0-9]+", "-", card.heading.lower()).strip("-")


def _figures(overview: Overview) -> str:
    left = sum(overview.left_out.values())
    return (
        f"{display.count(overview.scored, 'run')} counted, {left:,} left out. Mean "
        f"share {display.percent(overview.mean_share)}, median "
        f"{display.percent(overview.median_share)}; 0 is best. "
        f"{display.count(overview.claims, 'claim')}: {overview.contradicted:,} "
        f"contradicted, {overview.unsupported:,} unsupported, "
        f"{overview.supported:,} supported, {overview.unjudged:,} not judged."
    )


def _card(card: Card, *, first: bool) -> list[Html]:
    drawn = go.Figure(card.figure).to_html(
        full_html=False,
        include_plotlyjs=first,  # once, in the file: no server is asked for it
        config={"displayModeBar": False},
    )
    return [
        tag("h2", card.heading),
        tag("p", card.counted, class_="quiet", dir="auto"),
        Html(drawn),
        tag("details", tag("summary", "Data"), _table(card)),
    ]


def _table(card: Card) -> Html:
    heads = [tag("th", str(name), scope="col") for name in (card.rows or [{}])[0]]
    lines = [
        tag("tr", *(tag("td", _text(value), dir="auto") for value in row.values()))
        for row in card.rows
    ]
    return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", join(lines)))


def _text(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
