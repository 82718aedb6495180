"""Joins a list item to the line that introduces it, so that it stands alone."""

from __future__ import annotations

import re

from dashboard.scoring.offline.grammar import has_verb

_ANNOUNCES = re.compile(
    r"^(?:here (?:are|is)|these are|the following (?:are|is)|below (?:are|is)|"
    r"(?:please )?(?:see|note|find|consider)|sure|certainly|of course|based on|"
    r"according to|in summary|to summari[sz]e|some of|you can|steps?\b|.*\bsteps\b|"
    r"(?:passage|document|source|context|"
    r"chunk|article) \d+|follow|"
    r"(?:(?:the|some|key|main|quick|more|other|important|additional) )*"
    r"(?:facts|points|takeaways|details|information|highlights|summary|overview|notes|"
    r"results|findings|answers?)\b|to "
    r"\w+)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_GENERIC = re.compile(
    r"\s*\b(?:the following(?: \w+){0,2}|as follows|these(?: \w+)?|such as)\s*\Z",
    re.IGNORECASE,
)
_OPEN_END = re.compile(
    r"\b(?:includes?|included|including|contains?|contained|has|have|had|is|are|was|"
    r"were|"
    r"offers?|offered|provides?|provided|supports?|supported|comes? with|requires?|"
    r"required|needs?|covers?|covered|features?|featured|with|of|to|for|by|on|in|from|"
    r"consists? of|comprises?|enthält|umfasst|sind|ist|hat|incluye|contiene|son|es|"
    r"tiene|comprend|inclut|contient|sont|est|include|sono|inclui|contém|são|bevat)\Z",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|can|may|must|should|does|do|did|wurde|ist|"
    r"sind|hat|es|fue|son|est|sont|è|sono|foi|são)\b",
    re.IGNORECASE,
)
LONGEST_FRAGMENT = 8
"""Words up to which an item without a verb leans on its introduction."""


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
