"""Texts of judges as every database can keep them."""

from __future__ import annotations

import re
from typing import overload

UNSTORABLE = re.compile("[\0\ud800-\udfff]")


@overload
def storable(text: str) -> str: ...
@overload
def storable(text: None) -> None: ...
def storable(text: str | None) -> str | None:
    """Return the text with U+FFFD for every NUL and lone surrogate, one for one.

    A model can send such characters, written as JSON escapes; a run is not to be lost
    for that.
    """
    if text is None or (text.isascii() and "\0" not in text):
        return text
    return UNSTORABLE.sub("\ufffd", text)
