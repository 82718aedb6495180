"""A run as one HTML file: no scripts, nothing loaded, readable on paper, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from dashboard import display, headline, report_claims
from dashboard.foreign import Html, join, tag
from dashboard.report_calls import calls
from dashboard.report_facts import facts, figures
from dashboard.report_texts import marked_text
from dashboard.scoring import formula
from dashboard.shown import claim_marks, evidence_marks
from storage.review_history import HistoryEntry
from storage.values import RunDetails

STYLE = Path(__file__).with_name("run_report.css")
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
HEAD = Html(
    '<meta charset="utf-8">'
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="referrer" content="no-referrer">'
    '<meta name="robots" content="noindex">'
)


def report_html(run: RunDetails, history: Iterable[HistoryEntry] = ()) -> str:
    """Return a run as a whole HTML page that needs nothing beside itself.

    It holds everything that is known of the run: the texts with their marks, the
    claims with every verdict, figures, prompts (folded), notes, tags and ``history``
    (newest first). Whatever was not written by us is text in it, never markup.
    """
    title = display.run_title(run.sample.output)
    head = tag(
        "head",
        HEAD,
        tag("title", f"{title} · hallucination report"),
        tag("style", Html(STYLE.read_text(encoding="utf-8"))),
    )
    body = tag("body", tag("main", *_sections(run, title, list(history))), _footer(run))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _sections(
    run: RunDetails, title: str, history: Sequence[HistoryEntry]
) -> list[Html]:
    return [
        _heading(run, title),
        _texts(run),
        report_claims.claims(run),
        report_claims.removed(run),
        figures(run),
        facts(run),
        _words(run),
        _history(history),
        calls(run),
    ]


def _heading(run: RunDetails, title: str) -> Html:
    summary = run.summary
    flag = [tag("strong", "⚑ flagged")] if summary.flagged else []
    return tag(
        "header",
        tag("h1", title, dir="auto"),
        tag(
            "p",
            tag("b", display.score_text(summary.score)),
            tag("span", _band(run)),
            tag("span", display.direction(summary.scale), class_="quiet"),
            *flag,
            class_="score",
        ),
        tag("p", run.reason, dir="auto"),
        report_claims.counts(run),
        *(tag("p", notice, class_="notice") for notice in headline.notices(run)),
        *([_trouble(summary.error)] if summary.error else []),
    )


def _band(run: RunDetails) -> str:
    share, status = run.summary.share, run.summary.status
    word = display.STATUSES.get(status, status)
    if share is None:
        return f"No score: {word.lower()}"
    band = display.BANDS[formula.band(share)].word
    return band if status == "scored" else f"{band} · {word}"


def _trouble(error: str) -> Html:
    return tag(
        "p", tag("strong", "What went wrong: "), error, class_="notice", dir="auto"
    )


def _texts(run: RunDetails) -> Html:
    question = run.sample.input
    asked = [tag("h3", "Question"), _text(join([question]))] if question else []
    output = marked_text(run.sample.output, claim_marks(run.claims))
    items = [
        join(
            [
                tag("h3", f"Context {at + 1}"),
                _text(marked_text(item, marks), id=f"context-{at + 1}"),
            ]
        )
        for at, (item, marks) in enumerate(
            zip(run.sample.context, evidence_marks(run), strict=True)
        )
    ]
    empty = tag("p", "No context was given.", class_="quiet")
    return tag(
        "section",
        tag("h2", "Output and context"),
        *asked,
        tag("h3", "Output"),
        _text(output) if run.sample.output.strip() else _nothing(),
        *(items or [empty]),
    )


def _text(body: Html, **attributes: str) -> Html:
    return tag("div", body, class_="text", dir="auto", **attributes)


def _nothing() -> Html:
    return tag("p", "The output is empty.", class_="quiet")


def _words(run: RunDetails) -> Html:
    """Return what people wrote beside the run: tags and notes."""
    if not run.tags and not run.notes:
        return Html()
    tags = [tag("p", "Tags: ", join(run.tags, ", "), dir="auto")] if run.tags else []
    notes = [tag("blockquote", note, dir="auto") for note in run.notes]
    return tag("section", tag("h2", "Tags and notes"), *tags, *notes)


def _history(history: Sequence[HistoryEntry]) -> Html:
    if not history:
        return Html()
    lines = [
        tag(
            "li",
            tag("s" if entry.undone_at else "span", f"{entry.person} {entry.words}"),
            tag("span", f" · {display.moment(entry.created_at)}", class_="quiet"),
            *([tag("span", " · undone", class_="quiet")] if entry.undone_at else []),
            *([tag("blockquote", entry.reason, dir="auto")] if entry.reason else []),
            dir="auto",
        )
        for entry in history
    ]
    title = tag("h2", "What people did, newest first")
    return tag("section", title, tag("ol", *lines, class_="history"))


def _footer(run: RunDetails) -> Html:
    return tag(
        "footer",
        f"Run {run.summary.run_id}, made {display.moment(run.summary.created_at)}. "
        "A claim is hallucinated when the context contradicts it or does not say it; "
        "the score is the hallucinated part of the judged claims.",
        class_="quiet",
    )
