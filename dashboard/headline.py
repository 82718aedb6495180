"""The head of a run as elements of a page: title, score in words, claims, facts."""

from __future__ import annotations

from datetime import datetime

from dashboard import display, spending
from dashboard.foreign import Html, join, tag
from dashboard.scoring import formula
from storage.values import RunDetails


def heading(run: RunDetails, *, now: datetime, small: bool = False) -> Html:
    """Return a run's title, score in words, reason and the facts of its scoring."""
    summary = run.summary
    return tag(
        "header",
        title(run, small=small),
        tag(
            "div",
            _score(summary.score, summary.share, summary.scale),
            tag("p", _reason(run), class_="hd-reason", dir="auto"),
            class_="hd-verdict",
        ),
        _strip(run),
        *(tag("p", notice, class_="hd-notice", dir="auto") for notice in notices(run)),
        tag("p", _facts(run, now), class_="hd-facts"),
        class_="hd hd-head",
    )


def title(run: RunDetails, *, small: bool = False) -> Html:
    """Return a run's title: the first words of its output."""
    size = "hd hd-title hd-small" if small else "hd hd-title"
    return tag("h1", display.run_title(run.sample.output), dir="auto", class_=size)


def _score(score: float | None, share: float | None, scale: float) -> Html:
    if share is None:
        return tag("div", tag("b", "–"), tag("span", "No score"), class_="hd-score")
    band = formula.band(share)
    return tag(
        "div",
        tag("b", display.score_text(score)),
        tag(
            "span",
            tag("strong", display.BANDS[band].word),
            tag("small", display.direction(scale)),
        ),
        class_=f"hd-score hd-band-{band}",
    )


def _reason(run: RunDetails) -> str:
    """Return why; the judge's words are said to be its own where people had others."""
    if run.reason and run.summary.share != run.summary.judge_share:
        return f"The judge: {run.reason}"
    return run.reason


def notices(run: RunDetails) -> list[str]:
    """Return what a person should know before trusting a run, in sentences."""
    found = []
    if run.summary.suspicious:
        found.append(
            "The text under test talks to the judge, or holds ready-made verdicts. It "
            "was read as text, not as orders; still, look at the verdicts yourself."
        )
    if run.context_seen < 1:
        found.append(
            f"The judge was shown {display.percent(run.context_seen)} of the context, "
            "what is nearest to the claims: the rest may support what it did not find."
        )
    if run.summary.unjudged:
        found.append(
            f"{display.count(run.summary.unjudged, 'claim')} got no usable verdict, "
            "which counts neither way."
        )
    if run.judge_detail:
        found.append(f"{run.judge_detail[:1].upper()}{run.judge_detail[1:]}.")
    return found


def _strip(run: RunDetails) -> Html:
    """Return the claims of a run as one bar and a count for each label."""
    counts = {label: getattr(run.summary, label) for label in display.LABELS}
    counts = {label: number for label, number in counts.items() if number}
    if not counts:
        return Html()
    bars = [
        tag("i", class_=f"hd-{label}", style=f"flex-grow:{number}")
        for label, number in counts.items()
    ]
    words = [
        tag("span", _sign(label), f" {number:,} {label}", class_="hd-count")
        for label, number in counts.items()
    ]
    bar = tag("div", *bars, class_="hd-bar", aria_hidden="true")
    return tag("div", bar, tag("p", *words), class_="hd-strip")


def _facts(run: RunDetails, now: datetime) -> Html:
    summary = run.summary
    when = tag(
        "time",
        display.ago(summary.created_at, now=now),
        title=display.moment(summary.created_at),
    )
    facts: list[str] = [
        tag("span", f"judge {summary.judge}", dir="auto"),
        _coverage(run),
        when,
        f"took {display.duration(run.duration_s)}",
    ]
    if run.calls:
        facts.append(f"tokens {spending.tokens_of(run)}")
        facts.append(f"cost {spending.cost_of(run)}")
    if summary.flagged:
        facts.insert(0, tag("b", "⚑ flagged", class_="hd-flag"))
    return join(facts, " · ")


def _coverage(run: RunDetails) -> str:
    summary = run.summary
    judged = summary.claims - summary.unjudged
    return f"{judged:,} of {display.count(summary.claims, 'claim')} judged"


def _sign(label: str) -> Html:
    return tag("b", display.look_of(label).sign, class_=f"hd-sign hd-{label}")
