"""Texts as scoring needs them: storable characters, contexts written out readably."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from dashboard.scoring.errors import InvalidSample

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL and lone surrogates: neither SQLite nor PostgreSQL keeps them."""


def clean_text(text: object, *, name: str) -> str:
    """Return ``text`` with characters that cannot be stored replaced one for one.

    Raises:
        InvalidSample: If it is not text; ``name`` says which part it was.
    """
    if not isinstance(text, str):
        raise InvalidSample(f"{name} must be text, got {type(text).__name__}: {text!r}")
    return UNSTORABLE.sub("�", text)


def context_texts(context: object) -> tuple[str, ...]:
    """Return the context items as texts: one text or object, or a list of them.

    Objects are written as indented JSON, so that a person can read tool results.

    Raises:
        InvalidSample: If an item is neither text nor JSON-like.
    """
    if context is None:
        return ()
    if isinstance(context, str | Mapping):
        return (_item_text(context, 1),)
    if isinstance(context, Sequence) and not isinstance(context, bytes):
        return tuple(_item_text(item, at) for at, item in enumerate(context, 1))
    raise InvalidSample(
        "context must be a text, an object or a list of them, "
        f"got {type(context).__name__}"
    )


def _item_text(item: object, position: int) -> str:
    if isinstance(item, str):
        return clean_text(item, name=f"context item {position}")
    if isinstance(item, Mapping | list | tuple | int | float):
        try:
            written = json.dumps(item, ensure_ascii=False, indent=2, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise InvalidSample(
                f"context item {position} cannot be written as JSON: {error}"
            ) from error
        return clean_text(written, name=f"context item {position}")
    raise InvalidSample(
        f"context item {position} must be text or an object, got {type(item).__name__}"
    )
