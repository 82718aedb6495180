"""Values as cells of CSV, of which no spreadsheet takes a text for a formula."""

from __future__ import annotations

import json
import re
from datetime import datetime

JSON = json.JSONEncoder(ensure_ascii=False)

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


def cell(value: object) -> object:
    """Return what stands for a value in CSV: numbers stay numbers, None is empty."""
    match value:
        case str():
            return guarded(value)
        case bool():
            return str(value).lower()
        case datetime():
            return value.isoformat()
        case tuple():
            return JSON.encode(value)
    return value
