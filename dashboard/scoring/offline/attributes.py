"""Takes ``with a temperature of 14°C`` out of a sentence as a claim of its own."""

from __future__ import annotations

import re

from dashboard.scoring.offline.clause_state import Clause
from dashboard.scoring.offline.grammar import Sentence
from dashboard.scoring.offline.word_classes import BE

_NOUNS = (
    "temperature|height|length|width|depth|weight|mass|area|population|capacity|speed|"
    "price|cost|rating|score|salary|revenue|budget|elevation|altitude|distance|"
    "diameter|"
    "duration|volume|density|humidity|total|average|maximum|minimum|high|low|"
    "market share|share|gdp|turnout|attendance|circulation|battery life|range|income|"
    "market value|net worth|runtime|fee|interest rate|unemployment rate"
)
_ATTRIBUTE = re.compile(
    rf",?\s+with an?\s+((?:[\w-]+\s+){{0,2}}?(?:{_NOUNS}))\s+of\s+"
    r"((?:(?:about|around|approximately|roughly|nearly|almost|over|under|only|just|"
    r"up to|"
    r"more than|less than)\s+)?[-−]?[$€£¥]?\d[^,;]*)\Z",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?:in|at|on)\s+(?:the\s+)?[A-ZÀ-Þ][\w'’-]*(?:\s+[A-Z][\w'’-]*)*"
)


def with_attribute(clause: Clause, literal: str) -> list[Clause]:
    """Return a clause, and as a second one the measured attribute it ends with.

    ``literal`` is what stands at the clause's span.
    """
    found = _ATTRIBUTE.search(clause.text)
    tail = _ATTRIBUTE.search(literal)
    if found is None or tail is None:
        return [clause]
    head = clause.text[: found.start()]
    s = Sentence(head)
    verb = s.finite(0, len(s))
    if verb < 0 or len(s) <= verb + 1:
        return [clause]
    noun, value = found[1], found[2]
    statement = _statement(s, verb, noun, value)
    start = clause.start + tail.start(1) - _article_length(literal, tail)
    return [
        Clause(head, clause.start, clause.start + tail.start()),
        Clause(statement, start, clause.start + tail.end(2)),
    ]


def _statement(s: Sentence, verb: int, noun: str, value: str) -> str:
    subject = s.slice(0, verb) or s.text.split("'")[0]
    dummy = s.tags[verb] == "K" or subject.lower() in ("it", "there")
    if dummy:
        place = _PLACE.search(s.text)
        where = f" {place[0]}" if place else ""
        return f"The {noun}{where} is {value}"
    be = s.words[verb] in BE
    past = s.tags[verb] in "PE" or s.words[verb] in ("was", "were", "had")
    has = "have" if s.is_plural(verb - 1) else "had" if past and not be else "has"
    article = "an" if noun[0].lower() in "aeio" else "a"
    return f"{subject} {has} {article} {noun} of {value}"


def _article_length(literal: str, tail: re.Match[str]) -> int:
    words = literal[tail.start() : tail.start(1)]
    return len(words) - words.rindex("a")
