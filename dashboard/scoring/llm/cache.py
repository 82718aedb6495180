"""Keeps replies, so that the same request is paid for once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class ReplyCache(Protocol):
    """Where replies are kept, by the key of their request. Used by several threads."""

    def get(self, key: str) -> str | None:
        """Return the reply kept under the key; None when there is none."""

    def put(self, key: str, reply: str) -> None:
        """Keep the reply, word for word."""


class MemoryCache:
    """Replies kept as long as the process lives."""

    def __init__(self) -> None:
        self._replies: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """Return the reply kept under the key; None when there is none."""
        return self._replies.get(key)

    def put(self, key: str, reply: str) -> None:
        """Keep the reply, word for word."""
        self._replies[key] = reply


def reply_key(
    model: str,
    parameters: Mapping[str, Any],
    messages: Sequence[Mapping[str, str]],
    schema: Mapping[str, Any] | None,
) -> str:
    """Return the SHA-256 of everything that decides what a model replies."""
    request = [model, dict(parameters), [dict(m) for m in messages], schema]
    written = json.dumps(request, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()
