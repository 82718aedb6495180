"""Texts as cells that no spreadsheet takes for a formula."""

from __future__ import annotations

import re

FORMULA = re.compile(
    r"['\t\r\n]|[\s\x00-\x1f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]*"
    r"[=+\-@＝＋－＠﹦﹢﹣﹫]"
)
"""What begins a formula, behind white space and characters that do not show.

Full-width signs count: a spreadsheet in an East Asian language reads them as such.
"""


def guarded(text: str) -> str:
    """Return the text with an apostrophe before it if it could begin a formula.

    So has a text that begins with an apostrophe, so that whoever reads the cell back
    and takes one apostrophe off has the very text.
    """
    return f"'{text}" if FORMULA.match(text) else text
