"""The text of a web page as people see it: no scripts, styles or hidden parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

STARTS = re.compile(
    r"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*"
    r"<(?:!doctype\s+html|html|head|body|article|div|table|p|h[1-6]|ul|ol|section|main)\b",
    re.IGNORECASE | re.DOTALL,
)
UNSEEN = frozenset(
    [
        *("script", "style", "noscript", "template", "head", "svg", "iframe"),
        *("object", "select", "textarea", "button"),
    ]
)
BLOCKS = frozenset(
    [
        *("p", "div", "section", "article", "main", "header", "footer", "nav"),
        *("aside", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt"),
        *("dd", "table", "tr", "blockquote", "pre", "figure", "figcaption", "form"),
        *("hr", "body", "html", "caption", "thead", "tbody", "tfoot", "details"),
        *("summary", "address"),
    ]
)
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
BREAK, CELL = "\n", "\t"
"""Stand for the end of a line and of a table's cell until white space is folded."""


def is_html(start: str) -> bool:
    """Return whether a text that begins like this is a web page or a piece of one."""
    return STARTS.match(start) is not None


def html_text(page: bytes, *, encoding: str | None = None) -> str:
    """Return what a page says, each block on a line of its own.

    ``encoding`` None leaves it to what the page says of itself.

    Raises:
        ValueError: If elements are nested so deeply that the parser leaves texts out.
    """
    from lxml import etree, html  # type: ignore[import-untyped]

    parser = html.HTMLParser(
        encoding=encoding, no_network=True, remove_comments=True, huge_tree=True
    )
    try:
        root = html.document_fromstring(page, parser=parser)
    except etree.ParserError:  # there is nothing but comments
        return ""
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise ValueError("elements are nested too deeply")
    text = "".join(_pieces(root))
    lines = (_tidy(line) for line in text.split(BREAK))
    return "\n".join(line for line in lines if line)


def _pieces(root: Any) -> Iterator[str]:
    """Yield texts and breaks in order; without recursion, as pages nest deeply."""
    waiting: list[Any] = [root]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, str):
            yield piece
            continue
        after: list[Any] = [_folded(piece.tail)]
        if _is_seen(piece):
            edge = _edge(piece.tag)
            if edge:
                after.append(edge)
            after += reversed(list(piece))
            after.append(_folded(piece.text))
            if edge == BREAK:
                after.append(edge)
        waiting += after


def _is_seen(element: Any) -> bool:
    if not isinstance(element.tag, str) or element.tag in UNSEEN:
        return False
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return False
    return not HIDDEN.search(element.get("style") or "")


def _edge(tag: str) -> str:
    if tag in BLOCKS or tag == "br":
        return BREAK
    return CELL if tag in ("td", "th") else ""


def _folded(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _tidy(line: str) -> str:
    cells = [" ".join(cell.split()) for cell in line.split(CELL)]
    return " | ".join(cells).strip(" |")
