"""Joins a list item to the line that introduces it, so that it stands alone."""

from __future__ import annotations

import re

from dashboard.scoring.offline.grammar import has_verb
from dashboard.scoring.offline.word_set import any_phrase

_OPENERS = any_phrase("""
    here are; here is; these are; the following are; the following is; below are; below
    is; see; note; find; consider; please see; please note; please find; please
    consider; sure; certainly; of course; based on; according to; in summary; to
    summarize; to summarise; some of; you can; step; steps; follow; to
""")
_ADJECTIVES = any_phrase(
    "the; some; key; main; quick; more; other; important; additional"
)
_CONTENTS = any_phrase("""
    facts; points; takeaways; details; information; highlights; summary; overview;
    notes; results; findings; answer; answers
""")
_ANNOUNCES = re.compile(
    rf"(?:{_OPENERS}|(?:{_ADJECTIVES} )*{_CONTENTS}|.*\bsteps"
    r"|(?:passage|document|source|context|chunk|article) \d+)\b",
    re.IGNORECASE | re.DOTALL,
)
_GENERIC = re.compile(
    r"\s*\b(?:the following(?: \w+){0,2}|as follows|these(?: \w+)?|such as)\s*\Z",
    re.IGNORECASE,
)
_OPEN_END = re.compile(
    r"\b"
    + any_phrase("""
        include; includes; included; including; contain; contains; contained; has; have;
        had; is; are; was; were; offer; offers; offered; provide; provides; provided;
        support; supports; supported; come with; comes with; require; requires;
        required; need; needs; cover; covers; covered; feature; features; featured;
        with; of; to; for; by; on; in; from; consist of; consists of; comprise;
        comprises; enthält; umfasst; sind; ist; hat; incluye; contiene; son; es; tiene;
        comprend; inclut; contient; sont; est; sono; inclui; contém; são; bevat
    """)
    + r"\Z",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"\b"
    + any_phrase("""
        is; are; was; were; has; have; had; will; can; may; must; should; does; do; did;
        wurde; ist; sind; hat; es; fue; son; est; sont; è; sono; foi; são
    """)
    + r"\b",
    re.IGNORECASE,
)


def joined_to_lead(lead: str, item: str) -> str:
    """Return an item as a statement: ``The kit includes`` + ``a hammer``.

    An item that says something on its own stays as it is; so does one whose lead only
    announces a list.
    """
    if not lead or _ANNOUNCES.match(lead):
        return item
    open_end = _OPEN_END.search(lead)
    generic = _GENERIC.search(lead)
    if open_end is None and generic is not None:
        shorter = lead[: generic.start()]
        if _OPEN_END.search(shorter):
            return f"{shorter} {_small_start(item)}"
        lead = shorter or lead
    if open_end is not None:
        return item if _is_statement(item) else f"{lead} {_small_start(item)}"
    return item if has_verb(item) or _is_statement(item) else f"{lead}: {item}"


def _is_statement(item: str) -> bool:
    """Whether an item is a sentence rather than a name for something."""
    words = item.split()
    return item[-1:] in ".!?。" and (
        len(words) > 2 and _STATEMENT.search(item) is not None
    )


def _small_start(item: str) -> str:
    first, _, rest = item.partition(" ")
    if first in ("A", "An", "The", "Some", "Two", "Three", "Up", "No", "One"):
        return f"{first.lower()} {rest}"
    return item
