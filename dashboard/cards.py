"""A run as elements of a page: its texts side by side, and a card for each claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dashboard import display, shown
from dashboard.foreign import Html, join, tag
from dashboard.marks import folded
from storage.statistics import WorstClaim
from storage.values import RunDetails, StoredClaim, StoredEvidence, StoredVerdict


def texts(run: RunDetails) -> Html:
    """Return the output beside its numbered context items, claims and evidence lit."""
    output = run.sample.output
    body = folded(output, shown.claim_marks(run.claims)) if output.strip() else _empty()
    return tag(
        "div",
        tag(
            "section",
            tag("h3", "Output"),
            tag("div", body, class_="hd-text", dir="auto"),
            class_="hd-pane",
        ),
        tag(
            "section",
            tag("h3", "Context"),
            _context(run),
            class_="hd-pane",
        ),
        class_="hd-panes",
    )


def _empty() -> Html:
    return tag("em", "The output is empty.", class_="hd-quiet")


def _context(run: RunDetails) -> Html:
    if not run.sample.context:
        return tag("em", "No context was given.", class_="hd-quiet")
    items = [
        tag(
            "li",
            tag("div", folded(item, marks), class_="hd-text", dir="auto"),
            value=at + 1,
        )
        for at, (item, marks) in enumerate(
            zip(run.sample.context, shown.evidence_marks(run), strict=True)
        )
    ]
    return tag("ol", *items, class_="hd-context")


def worst_first(claims: Iterable[StoredClaim]) -> list[StoredClaim]:
    """Return claims with contradictions first, then in the order they come in."""
    return sorted(claims, key=lambda claim: display.badness(claim.label))


def claim_cards(claims: Sequence[StoredClaim], *, votes: int = 1) -> Html:
    """Return a card for each claim: label, statement, reason and quoted evidence.

    With several ``votes`` a judge's confidence is the part of them that agrees.
    """
    cards = [_card(claim, votes=votes) for claim in claims]
    return tag("div", *cards, class_="hd-cards")


def _card(claim: StoredClaim, *, votes: int) -> Html:
    verdict = claim.deciding
    number = claim.position + 1
    body: list[Html] = [tag("p", claim.text, class_="hd-claim", dir="auto")]
    if verdict.reason:
        body.append(tag("p", verdict.reason, class_="hd-why", dir="auto"))
    judges = shown.overruled(claim)
    if judges and judges.reason:
        said = f"The judge: {judges.reason}"
        body.append(tag("p", said, class_="hd-why", dir="auto"))
    near = shown.is_near(claim)
    body.extend(_quote(passage, near=near) for passage in shown.passages(claim))
    if invented := shown.invented_quote(claim):
        body.append(_invented(invented))
    return tag(
        "article",
        tag(
            "div",
            _badge(claim.label),
            *([_judges(judges)] if judges else []),
            tag("span", join(shown.meta(claim, votes=votes), " · "), class_="hd-meta"),
            class_="hd-card-side",
        ),
        tag("div", *body),
        class_=f"hd-card hd-{claim.label}",
        tabindex=0,
        data_c=number,
        aria_label=f"Claim {number}, {claim.label}",
    )


def _judges(verdict: StoredVerdict) -> Html:
    words = f"judge: {verdict.label}"
    return tag("span", words, class_=f"hd-judge hd-{verdict.label}")


def _quote(passage: StoredEvidence, *, near: bool) -> Html:
    return tag(
        "blockquote",
        tag("cite", shown.cited(passage, near=near)),
        tag("span", display.cut(passage.quote, shown.LONGEST_QUOTE), dir="auto"),
        class_="hd-quote",
    )


def _invented(quote: str) -> Html:
    return tag(
        "blockquote",
        tag("cite", shown.NOT_FOUND),
        tag("span", display.cut(quote, shown.LONGEST_QUOTE), dir="auto"),
        class_="hd-quote hd-invented",
    )


def light_rules(claims: Iterable[StoredClaim]) -> list[str]:
    """Return CSS rules that light a claim everywhere while it is pointed at."""
    return [
        f'.hd-run:has([data-c~="{n}"]:is(:hover,:focus)) [data-c~="{n}"]'
        "{outline:2px solid var(--hd-line);outline-offset:1px}"
        for n in (claim.position + 1 for claim in claims)
    ]


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
