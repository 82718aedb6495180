"""Claims of a report: a card each, with the person's verdicts beside the judge's."""

from __future__ import annotations

from dashboard import display, shown
from dashboard.foreign import Html, tag
from storage.values import RunDetails, StoredClaim, StoredEvidence, StoredVerdict


def counts(run: RunDetails) -> Html:
    """Return how many claims have each label."""
    numbers = {label: getattr(run.summary, label) for label in display.LABELS}
    found = [
        tag(
            "span",
            f"{display.look_of(label).sign} {number:,} {label}",
            class_=f"badge {label}",
        )
        for label, number in numbers.items()
        if number
    ]
    return tag("p", *found, class_="counts") if found else Html()


def claims(run: RunDetails) -> Html:
    """Return a card for each claim, contradictions first."""
    if not run.claims:
        return Html()
    ordered = sorted(run.claims, key=lambda c: (display.badness(c.label), c.position))
    votes = run.settings.repeat
    cards = [_card(claim, votes=votes) for claim in ordered]
    return tag("section", tag("h2", "Claims"), *cards)


def removed(run: RunDetails) -> Html:
    """Return the claims that people took away: they do not count."""
    if not run.removed_claims:
        return Html()
    cards = [
        tag(
            "article",
            tag("p", claim.text, class_="claim", dir="auto"),
            tag("p", f"taken away by {claim.removed_by}", class_="quiet", dir="auto"),
            _verdicts(claim),
            class_=f"card gone {claim.label}",
        )
        for claim in run.removed_claims
    ]
    return tag("section", tag("h2", "Claims taken away"), *cards)


def _card(claim: StoredClaim, *, votes: int) -> Html:
    quotes = [_quote(one, near=shown.is_near(claim)) for one in shown.passages(claim)]
    invented = shown.invented_quote(claim)
    if invented:
        quotes.append(_invented(invented))
    return tag(
        "article",
        tag(
            "p",
            _badge(claim.label),
            tag(
                "span", f" {' · '.join(shown.meta(claim, votes=votes))}", class_="quiet"
            ),
            dir="auto",
        ),
        tag("p", claim.text, class_="claim", dir="auto"),
        tag("p", claim.deciding.reason, dir="auto")
        if claim.deciding.reason
        else Html(),
        *quotes,
        _verdicts(claim) if len(claim.verdicts) > 1 else Html(),
        class_=f"card {_known(claim.label)}",
        id=f"claim-{claim.position + 1}",
    )


def _verdicts(claim: StoredClaim) -> Html:
    """Return every verdict on a claim, the judge's first, withdrawn ones struck."""
    return tag("ul", *map(_verdict, claim.verdicts), class_="verdicts")


def _verdict(verdict: StoredVerdict) -> Html:
    who = f" {verdict.by}" if verdict.by_person else " the judge"
    when = f" · {display.moment(verdict.created_at)}"
    withdrawn = verdict.withdrawn_at is not None
    parts = [_badge(verdict.label), tag("s" if withdrawn else "span", who)]
    if verdict.reason:
        parts.append(tag("span", f": {verdict.reason}"))
    parts.append(
        tag("span", f"{when}{' · withdrawn' if withdrawn else ''}", class_="quiet")
    )
    return tag("li", *parts, dir="auto")


def _quote(passage: StoredEvidence, *, near: bool) -> Html:
    where = tag(
        "a",
        shown.cited(passage, near=near),
        href=f"#context-{passage.context_index + 1}",
    )
    return tag("blockquote", tag("cite", where), tag("span", passage.quote, dir="auto"))


def _invented(quote: str) -> Html:
    told = "The judge quoted this, which stands nowhere in the context"
    return tag("blockquote", tag("cite", told), tag("s", quote, dir="auto"))


def _badge(label: str) -> Html:
    return tag("span", display.signed(label), class_=f"badge {_known(label)}")


def _known(label: str) -> str:
    return label if label in display.LABELS else "unjudged"
