"""Which kind of failure an error is that a run was kept with.

Runs keep sentences, since people read those; a batch shows how many failed of the same
cause. The words looked for are those of ``dashboard.scoring`` and its providers.
"""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal[
    "timeout",
    "rate limit",
    "key or account",
    "connection",
    "malformed reply",
    "text too long",
    "unknown model",
    "server error",
    "refused request",
    "setup",
    "other",
]
"""``refused request`` is one that the server will not take as it is; ``setup`` is a
setting, or a package that is missing."""

ANSWER = r"gave no usable answer(?: \(\d+ tries\))?: "
WORDS: tuple[tuple[Kind, str], ...] = (
    ("timeout", ANSWER + r"no reply (?:in time|within )"),
    ("rate limit", ANSWER + r"too many requests: "),
    ("connection", ANSWER + r"the (?:server of .+ cannot be reached|connection was )"),
    ("text too long", r"the request is longer than the model takes"),
    ("key or account", r"refused the key it was given|needs a key: set "),
    ("key or account", r"the account behind .+ has no credit left"),
    ("unknown model", r"LiteLLM knows no model |there is no model "),
    ("malformed reply", r"gave no usable verdict on any of "),
    (
        "malformed reply",
        ANSWER + r"(?:the model declined to answer|it was empty|the reason (?:was cut"
        r" off|is blank)|the list of claims was cut off|no item of the list is a claim"
        r"|an item of the list is no claim|there is no sentence \d"
        r"|the verdicts were cut off|(?:no|more than one) list of \w+ in the reply)",
    ),
    ("server error", r"gave no usable answer \(\d+ tries\): "),
    ("refused request", r"gave no usable answer: "),
    ("setup", r"^\w+ must (?:be|not) |needs packages that are missing"),
)
_PATTERNS = tuple((kind, re.compile(words)) for kind, words in WORDS)


def failure_kind(error: str) -> Kind:
    """Return the kind of failure that an error's words tell of."""
    return next((kind for kind, words in _PATTERNS if words.search(error)), "other")
