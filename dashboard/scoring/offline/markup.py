"""Looks through Markdown and HTML: same length where spans matter, plain to read."""

from __future__ import annotations

import html
import re
from functools import partial

from dashboard.scoring.offline.word_set import word_set

HTML_TAGS = word_set("""
    table thead tbody tfoot tr td th caption ul ol li dl dt dd p div section article
    header footer main nav aside span a b i u em strong small sup sub br hr h1 h2 h3
    h4 h5 h6 blockquote pre code img script style html head body title meta link font
    center label figure figcaption mark details summary
""")
_NAMES = "|".join(sorted(HTML_TAGS, reverse=True))
_TAG = re.compile(
    rf"<!--[^<>]{{0,1000}}-->|</?(?P<name>{_NAMES})\b[^<>\n]{{0,400}}>", re.IGNORECASE
)
_ANY_TAG = re.compile(
    r"<!--[^<>]{0,1000}-->|</?(?P<name>[A-Za-z][\w:.-]{0,40})(?:\s[^<>\n]{0,400})?/?>"
)
_CLOSING = re.compile(r"</([A-Za-z][\w:.-]{0,40})>")
_BREAKING = word_set("""
    table thead tbody tfoot tr caption ul ol li dl dt dd p div section article header
    footer main nav aside br hr h1 h2 h3 h4 h5 h6 blockquote pre html head body title
    figure figcaption details summary
""")
_DIVIDING = _BREAKING | {"td", "th", "li"}
_MARKED = re.compile(r"[*_`~\[<&\\#|^$]")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,500}(?:\s\"[^\"\n]*\")?\)")
_FOOTNOTE = re.compile(r"\s?\[\^?\d{1,3}\](?!\()|【\d[^】]{0,20}】")
_STRONG = re.compile(r"(?<![\w*])(\*{1,3})(?=\S)([^*\n]{1,500}?)(?<=\S)\1(?!\w)")
_STRUCK = re.compile(r"(?<!\w)(__|~~|_)(?=\S)([^_~\n]{1,500}?)(?<=\S)\1(?!\w)")
_CODE = re.compile(r"(`{1,2})([^`\n]{1,300})\1")
_STRAY = re.compile(r"\*\*|__(?=\s|$)|(?<=\s)__(?=\w)")


def plain(text: str) -> str:
    """Return a piece of text as a reader sees it: one line, no marks of emphasis."""
    if _MARKED.search(text):
        text = _LINK.sub(r"\1", text)
        text = _FOOTNOTE.sub("", text)
        text = _CODE.sub(r"\2", text)
        text = _STRONG.sub(r"\2", text)
        text = _STRUCK.sub(r"\2", text)
        text = _STRAY.sub("", text)
        if "<" in text:
            text = _TAG.sub(_gap, text)
        if "&" in text:
            text = html.unescape(text)
    return " ".join(text.split())


def _gap(tag: re.Match[str]) -> str:
    """Return what a reader sees for a tag: nothing for one inside a line."""
    return " " if (tag["name"] or "").lower() in _DIVIDING else ""


def blanked(text: str) -> str:
    """Return a text of the same length in which marks of emphasis are spaces."""
    if not _MARKED.search(text):
        return text
    for pattern, group in ((_LINK, 1), (_CODE, 2), (_STRONG, 2), (_STRUCK, 2)):
        text = pattern.sub(partial(_only_group, group=group), text)
    text = _FOOTNOTE.sub(_spaces, text)
    text = _STRAY.sub(_spaces, text)
    return _TAG.sub(_spaces, text) if "<" in text else text


def _only_group(found: re.Match[str], *, group: int) -> str:
    start, end = found.span(group)
    return " " * (start - found.start()) + found[group] + " " * (found.end() - end)


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


def without_tags(text: str) -> str:
    """Return a text of the same length in which HTML became lines, rows and items.

    Tags are blanked; rows become ``| cell | cell`` lines and list items ``- item``, so
    that what reads Markdown reads HTML too, and every span still fits.
    """
    if "<" not in text or not _ANY_TAG.search(text):
        return text
    known = HTML_TAGS | {name.lower() for name in _CLOSING.findall(text)}
    parts: list[str] = []
    at, in_table, hidden = 0, False, ""
    for found in _ANY_TAG.finditer(text):
        name = (found["name"] or "").lower()
        if name and name not in known:
            continue
        between = text[at : found.start()]
        if hidden:
            between = " " * len(between)
        parts.append(between.replace("\n", " ") if in_table else between)
        closing = found[0].startswith("</")
        if name in ("script", "style"):
            hidden = "" if closing else name
        if name == "table":
            in_table = not closing
        parts.append(_fill(name, len(found[0]), closing=closing, in_table=in_table))
        at = found.end()
    parts.append(text[at:])
    return "".join(parts)


def _fill(name: str, length: int, *, closing: bool, in_table: bool) -> str:
    """Return what stands in for a tag of that length."""
    start = ""
    if not name:
        return " " * length
    if name in ("td", "th"):
        start = "" if closing else "| "
    elif in_table and name != "table":
        start = "\n" if name == "tr" and not closing else ""
    elif name == "li" and not closing:
        start = "\n- "
    elif name in _BREAKING or name not in HTML_TAGS:
        start = "\n"
        if name[0] == "h" and name[1:].isdigit() and not closing:
            start = "\n# "
    return start.ljust(length)[:length]
