"""Lets judges ask the database for replies that a model gave before."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Engine

from storage.errors import StorageError
from storage.replies import NewReply, find_reply, keep_replies

log = logging.getLogger(__name__)


class KeptReplies:
    """Replies in a database, looked up at once and written together.

    Judges look up and keep replies on a loop that must not wait for another writer, so
    new ones stay here until ``write``.
    """

    def __init__(
        self, engine: Engine, *, on_new: Callable[[], object] = lambda: None
    ) -> None:
        """Begin with none; ``on_new`` is called, from any thread, for each new one."""
        self._engine = engine
        self._on_new = on_new
        self._new: dict[str, NewReply] = {}
        self._changing = threading.Lock()

    def of(self, model: str) -> RepliesOf:
        """Return the replies as the judge of one model sees them."""
        return RepliesOf(self, model)

    def find(self, key: str) -> str | None:
        """Return the reply kept under a key; None when there is none to be had."""
        new = self._new.get(key)
        if new is not None:
            return new.reply
        try:
            return find_reply(self._engine, key)
        except StorageError as error:
            log.warning("kept replies cannot be read, the model is asked: %s", error)
            return None

    def add(self, reply: NewReply) -> None:
        """Keep a reply here until the next ``write``."""
        with self._changing:
            self._new.setdefault(reply.key, reply)
        self._on_new()

    def write(self) -> None:
        """Write what is new to the database.

        Raises:
            StorageError: If it cannot be written now; nothing is lost.
        """
        with self._changing:
            new = list(self._new.values())
        if not new:
            return
        keep_replies(self._engine, new)
        with self._changing:
            for reply in new:
                self._new.pop(reply.key, None)  # two may write at the same time


@dataclass(frozen=True, slots=True)
class RepliesOf:
    """The kept replies for one model: a ``ReplyCache`` of scoring."""

    replies: KeptReplies
    model: str

    def get(self, key: str) -> str | None:
        """Return the reply kept under the key; None when there is none."""
        return self.replies.find(key)

    def put(self, key: str, reply: str) -> None:
        """Keep the reply, word for word."""
        self.replies.add(NewReply(key, self.model, reply))
