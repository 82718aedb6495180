"""The one door through which text that we did not write reaches the page: literally.

Outputs, contexts, claims, reasons, names that users typed, errors that quote them: all
of it may be hostile. Streamlit's labels, captions and messages are Markdown (an image
in it calls its host, ``$5 and $6`` becomes mathematics), so none of them may show it.
Here a page is built of elements whose text is escaped when they are made.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path

import streamlit as st


class Html(str):
    """Markup made by this module; any other ``str`` is text and gets escaped."""

    __slots__ = ()


def tag(name: str, *children: str, **attributes: str | int | bool | None) -> Html:
    """Return an element; children and attribute values are escaped unless ``Html``.

    ``class_`` is written ``class``, ``data_c`` is ``data-c``; True gives an attribute
    without a value, False and None give none.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    return Html(f"<{name}{written}>{join(children)}</{name}>")


def join(parts: Iterable[str], between: str = "") -> Html:
    """Return parts in a row, escaped unless ``Html``."""
    return Html(_escaped(between).join(_escaped(part) for part in parts))


def _escaped(part: str) -> str:
    return part if isinstance(part, Html) else html.escape(part)


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(str(value))}"'


def show(*parts: str) -> None:
    """Put parts on the page, escaped unless ``Html``."""
    st.html(join(parts))


def show_style(stylesheet: Path) -> None:
    """Apply a stylesheet of ours to the page."""
    st.html(stylesheet)


def show_block(text: str, *, height: int | None = None) -> None:
    """Put a text on the page word for word, to be read and copied."""
    st.code(
        text or " ",
        language=None,
        wrap_lines=True,
        height="content" if height is None else height,
    )


def show_trouble(what: str, detail: str = "", *, mild: bool = False) -> None:
    """Say what went wrong; both the sentence and its detail may quote anything."""
    kind = "hd-mild" if mild else "hd-bad"
    more = [tag("p", detail, dir="auto")] if detail else []
    show(
        tag(
            "div",
            tag("p", tag("strong", what, dir="auto")),
            *more,
            class_=f"hd hd-trouble {kind}",
            role="status" if mild else "alert",
        )
    )


def show_heading(text: str, *, small: bool = False) -> None:
    """Put a small heading on the page."""
    show(tag("h5" if small else "h4", text, class_="hd hd-h", dir="auto"))


def link(text: str, address: str) -> Html:
    """Return a link that opens in a new tab; the text alone for what is no web address.

    Only http and https lead anywhere: any other scheme might run something.
    """
    scheme, _, rest = address.partition("://")
    if scheme.lower() not in ("http", "https") or not rest.strip():
        return join([text])
    return tag("a", text, href=address, target="_blank", rel="noopener noreferrer")


def show_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Put names with their values on the page."""
    rows = [
        tag("div", tag("dt", name), tag("dd", value, dir="auto"))
        for name, value in facts
    ]
    show(tag("dl", *rows, class_="hd hd-facts-list"))
