"""Replies of models, kept so that the same request is paid for once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, select
from sqlalchemy.dialects import postgresql, sqlite

from storage.tables import CACHED_REPLY
from storage.texts import storable
from storage.transactions import reading, writing


@dataclass(frozen=True, slots=True)
class NewReply:
    """A reply to be kept; ``key`` is a hash of all that decides it, in hexadecimals."""

    key: str
    model: str
    reply: str


def find_reply(engine: Engine, key: str) -> str | None:
    """Return the reply kept under a key; None when there is none."""
    query = select(CACHED_REPLY.c.reply).where(
        CACHED_REPLY.c.hash == bytes.fromhex(key)
    )
    with reading(engine) as connection:
        found: str | None = connection.scalar(query)
    return found


def keep_replies(engine: Engine, replies: Sequence[NewReply]) -> None:
    """Keep replies; of a key that is known already, the first reply stays.

    A reply with characters that no database takes is left out: it would come back as
    another one.
    """
    now = datetime.now(UTC)
    rows = {
        reply.key: {
            "hash": bytes.fromhex(reply.key),
            "created_at": now,
            "model": reply.model,
            "reply": reply.reply,
        }
        for reply in sorted(replies, key=lambda reply: reply.key)
        if storable(reply.reply) == reply.reply
    }
    if not rows:
        return
    lite = engine.dialect.name == "sqlite"
    insert = (sqlite if lite else postgresql).insert(CACHED_REPLY)
    with writing(engine) as connection:
        connection.execute(insert.on_conflict_do_nothing(), list(rows.values()))
