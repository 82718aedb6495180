"""Reads XML-like tool results: runs of ``<name>value</name>`` as objects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dashboard.scoring.offline.json_values import Branch, Scalar

_LEAF = re.compile(
    r"<(?P<name>[A-Za-z][\w:.-]{0,40})(?:\s[^<>\n]{0,200})?>(?P<value>[^<>\n]{1,300})</(?P=name)>"
)
_FEWEST = 2
"""Leaves from which a text with tags is data rather than prose."""


def element_objects(text: str, *, ignored: frozenset[str]) -> Iterator[Branch]:
    """Yield every run of neighbouring elements with plain values as one object.

    Nothing comes from a text that does not begin with a tag, or whose tags are mostly
    ``ignored`` ones.
    """
    if not text[:200].lstrip().startswith("<"):
        return
    leaves = [m for m in _LEAF.finditer(text) if m["name"].lower() not in ignored]
    if len(leaves) < _FEWEST:
        return
    run: Branch | None = None
    for leaf in leaves:
        if run is None or text[run.end : leaf.start()].strip():
            if run is not None:
                yield run
            run = Branch(is_object=True, start=leaf.start())
        start, end = leaf.span("value")
        value = Scalar(leaf["value"], start, end, is_text=False)
        run.members.append((leaf["name"], leaf.start(), value))
        run.end = leaf.end()
    if run is not None:
        yield run
