"""Decides on a claim by rule: the rules in their order, and what they give."""

from __future__ import annotations

import re
from collections.abc import Callable

from dashboard.scoring.offline.comparison import Comparison, compare
from dashboard.scoring.offline.finding import Finding
from dashboard.scoring.offline.index import Candidate, ContextIndex
from dashboard.scoring.offline.reading import Reading
from dashboard.scoring.offline.rules.clauses import clause_rule
from dashboard.scoring.offline.rules.comparing import comparing_rule
from dashboard.scoring.offline.rules.elsewhere import elsewhere_rule
from dashboard.scoring.offline.rules.listed import listed_rule
from dashboard.scoring.offline.rules.missing import RULES_WEIGHED, weigh
from dashboard.scoring.offline.rules.naming import name_rule
from dashboard.scoring.offline.rules.order import order_rule
from dashboard.scoring.offline.rules.polarity import polarity_rule
from dashboard.scoring.offline.rules.praise import praise_rule
from dashboard.scoring.offline.rules.refusal import refusal_rule
from dashboard.scoring.offline.rules.reversal import reversal_rule
from dashboard.scoring.offline.rules.rows import row_rule
from dashboard.scoring.offline.rules.signs import signs_rule
from dashboard.scoring.offline.rules.values import date_rule, quantity_rule
from dashboard.scoring.offline.rules.wholes import whole_rule
from dashboard.scoring.offline.wording import sentence
from dashboard.scoring.types import Evidence, Verdict

Rule = Callable[[Comparison], Finding | None]

RULES: tuple[Rule, ...] = (
    quantity_rule,
    date_rule,
    row_rule,
    order_rule,
    comparing_rule,
    reversal_rule,
    polarity_rule,
    whole_rule,
    signs_rule,
    name_rule,
    clause_rule,
    praise_rule,
    listed_rule,
    elsewhere_rule,
)
"""In this order; the first that contradicts decides, else the first that is sure that
something is added, else all that is missing is weighed together."""

_SPACE = re.compile(r"\W+")


def verdict_of(finding: Finding, index: ContextIndex, language: str) -> Verdict:
    """Return a finding as a verdict that quotes the context, in a language."""
    evidence = [_quoted(one, index) for one in finding.evidence]
    return Verdict(
        label=finding.label,
        reason=sentence(finding.wording, finding.words, language),
        confidence=round(min(max(finding.confidence, 0.0), 1.0), 3),
        kind=finding.kind,
        evidence=evidence[0] if evidence else None,
        more_evidence=tuple(evidence[1:]),
        layer=finding.layer,
    )


def finding_on(
    claim: Reading,
    index: ContextIndex,
    *,
    question: Reading | None = None,
    before: tuple[Reading, ...] = (),
) -> Finding:
    """Return what the rules find out about a claim, from this context alone.

    ``question`` is what was asked when the claim answers it in a word or two;
    ``before`` are the claims that precede it in the output.
    """
    refused = refusal_rule(claim)
    if refused is not None:
        return refused
    comparison = compare(claim, index, question=question, before=before)
    if comparison is None:
        return Finding("unsupported", "missing", "missing", 0.75, "nothing")
    copied = _copied(comparison)
    if copied is not None:
        return copied
    absent: list[Finding] = []
    decided: Finding | None = None
    for rule in RULES:
        found = rule(comparison)
        if found is None:
            continue
        if found.label == "contradicted":
            return found
        if found.wording == "absent" and found.layer in RULES_WEIGHED:
            absent.append(found)
        else:
            decided = decided or found
    return decided or weigh(comparison, absent)


def _copied(comparison: Comparison) -> Finding | None:
    """Find the claim word for word in a passage of its own length."""
    mine = _plain(comparison.claim.text)
    for one in comparison.candidates[:4]:
        theirs = _plain(one.reading.text)
        if mine == theirs or (len(mine) > 20 and theirs.startswith(mine + " ")):
            return Finding("supported", None, "copy", 0.97, "copied", {}, (one,))
    return None


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text.casefold()).strip()


def _quoted(one: Candidate, index: ContextIndex) -> Evidence:
    passage = one.passage
    text = index.context[passage.context_index]
    quote = text[passage.start : passage.end]
    return Evidence(passage.context_index, passage.start, passage.end, quote)
