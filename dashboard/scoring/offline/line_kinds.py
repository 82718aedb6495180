"""Says what a single line of a text is: a bullet, a heading, a fence, a pair."""

from __future__ import annotations

import re

from dashboard.scoring.offline.sentences import Span, trimmed

_FENCE = re.compile(r"\s*(```|~~~)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?=\S)")
_BOLD_LINE = re.compile(r"\s*\*\*[^*\n]{1,100}(?<![.!。])\*\*:?\s*\Z")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,}|={3,}|(?:[-*_] ){2,}[-*_])\s*\Z")
_ITEM = re.compile(
    r"\s*(?:[-*+•‣◦▪●·–—✓✔☑►→]|\(?\d{1,3}[.)]|\(?[a-z]\)|\[\d{1,3}\])"
    r"(?:\s+|(?<=[•▪●·]))(?=\S)"
    r"|\s*\d{1,2}、(?=\S)"
)
_QUOTED = re.compile(r"\s*(?:>\s?)+")
_PAIR = re.compile(
    r"\s*(?:\*\*|__)?([^\W\d_][^\n:：|.!?;]{0,40}?)(?:\*\*|__)?\s*"
    r"(?:[:：](?:\*\*|__)?\s+|：)(?=\S)"
)
_TERMINATED = re.compile(r"[.!?…:;。！？：；।॥؟۔]['\"”’»)\]」』*_]*\Z")
_LONGEST_PAIR = 160
_SHORT_LINE = 45
"""Characters under which a line was broken by its writer, not by a margin."""


def is_fence(text: str, start: int, end: int) -> bool:
    """Whether the line opens a block of code."""
    return _FENCE.match(text, start, end) is not None


def is_rule(text: str, start: int, end: int) -> bool:
    """Whether the line only divides what is above from what is below."""
    return end - start < 200 and _RULE.match(text, start, end) is not None


def is_heading(text: str, start: int, end: int) -> bool:
    """Whether the line is a Markdown heading, or bold from end to end."""
    return bool(
        _HEADING.match(text, start, end)
        or (end - start < 120 and _BOLD_LINE.match(text, start, end))
    )


def heading_start(text: str, start: int, end: int) -> int:
    """Return where the words of a heading begin."""
    found = _HEADING.match(text, start, end)
    return found.end() if found else start


def item_start(text: str, start: int, end: int) -> int | None:
    """Return where a list item's words begin; None when the line has no bullet."""
    found = _ITEM.match(text, start, end)
    return found.end() if found else None


def indent(text: str, start: int, end: int) -> int:
    """Return the number of characters before the first that is seen."""
    line = text[start:end]
    return len(line) - len(line.lstrip())


def unquoted(text: str, start: int, end: int) -> Span:
    """Return the line's words without the ``>`` of a quotation."""
    found = _QUOTED.match(text, start, end)
    return trimmed(text, found.end() if found else start, end)


def is_pair(text: str, start: int, end: int) -> bool:
    """Whether the line is a short ``key: value``, not a sentence with a colon."""
    if end - start > _LONGEST_PAIR:
        return False
    found = _PAIR.match(text, start, end)
    if found is None or len(found[1].split()) > 5:
        return False
    value = text[found.end() : end]
    return len(value.split()) <= 12 and not _TERMINATED.search(value)


def introduces(text: str, start: int, end: int) -> bool:
    """Whether the words end with a colon and so announce what follows."""
    return text[max(start, end - 4) : end].rstrip("*_ ").endswith((":", "："))


def wraps(text: str, end: int, start: int) -> bool:
    """Whether the line that begins at ``start`` goes on with the one ending before."""
    if _TERMINATED.search(text, max(0, end - 8), end):
        return False
    line_start = text.rfind("\n", max(0, end - 200), end) + 1
    return text[start : start + 1].islower() or end - line_start >= _SHORT_LINE


def goes_on(text: str, before: Span, line: Span) -> bool:
    """Whether a line of a paragraph goes on with the text before it."""
    if not wraps(text, before[1], line[0]):
        return False
    return not (is_pair(text, *before) and is_pair(text, *line))
