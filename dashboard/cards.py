"""Claims in few words as elements of a page: badges, legends, how to read them."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard import display
from dashboard.foreign import Html, tag
from storage.statistics import WorstClaim

MEANINGS = {
    "supported": "the context says so",
    "contradicted": "the context says otherwise",
    "unsupported": "the context does not say",
}


def welcome() -> Html:
    """Return how to read a result, for a page that has none yet."""
    lines = [
        tag("li", _badge(label), tag("span", meaning))
        for label, meaning in MEANINGS.items()
    ]
    return tag(
        "div",
        tag(
            "h1", "Does the output agree with its context?", class_="hd-title hd-small"
        ),
        tag(
            "p",
            "The judge splits the output into claims and looks each one up in the "
            "context. Every claim gets a label, a reason and the passage that decided.",
        ),
        tag("ul", *lines, class_="hd-legend"),
        tag(
            "p",
            tag("strong", "Score"),
            " = contradicted and unsupported claims ÷ judged claims. 0 is best: "
            "nothing is made up. 1 is worst: everything is.",
        ),
        class_="hd hd-welcome",
    )


def worst_claim(claim: WorstClaim) -> Html:
    """Return a claim on a few lines: label, statement, why."""
    return tag(
        "div",
        _badge(claim.label),
        tag("p", display.cut(claim.text, 240), class_="hd-claim", dir="auto"),
        tag("p", display.cut(claim.reason, 240), class_="hd-why", dir="auto"),
        class_=f"hd hd-worst hd-{claim.label}",
    )


def legend(labels: Iterable[str]) -> Html:
    """Return what the colours of a chart stand for."""
    words = [
        tag("span", tag("i", class_=f"hd-{label}"), display.signed(label))
        for label in labels
    ]
    return tag("p", *words, class_="hd hd-keys")


def _badge(label: str) -> Html:
    sign = tag("b", display.look_of(label).sign)
    return tag("span", sign, f" {label}", class_=f"hd-badge hd-{label}")
