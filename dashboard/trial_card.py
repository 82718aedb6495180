"""What came of testing a judge, as an element of a page."""

from __future__ import annotations

from collections import Counter

from dashboard import display
from dashboard.foreign import Html, join, tag
from dashboard.scoring.llm.trial import Trial


def waiting(judge: str, seconds: float) -> Html:
    """Return what is shown while a judge is tested."""
    sentence = f"Testing {judge}: {seconds:.0f} s so far"
    return tag("p", sentence, class_="hd hd-wait", role="status", dir="auto")


def card(trial: Trial) -> Html:
    """Return what came back from a tested judge, and in how long."""
    tone = "hd-fine" if trial.agrees else "hd-mild" if trial.works else "hd-bad"
    result = trial.result
    counts = Counter(claim.verdict.label for claim in result.claims)
    facts = [
        f"{number} {display.signed(label)}"
        for label in display.LABELS
        if (number := counts[label])  # type: ignore[index]
    ]
    if result.calls:
        facts.append(f"tokens {display.tokens(result.tokens_in, result.tokens_out)}")
        facts.append(f"cost {display.cost(result.cost)}")
    return tag(
        "div",
        tag("p", tag("strong", trial.told, dir="auto")),
        tag("p", join(facts, " · "), class_="hd-facts") if facts else Html(),
        class_=f"hd hd-trouble {tone}",
        role="status",
    )
