"""What claims say, regardless of how it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from sqlalchemy import Connection, bindparam, select, update

from storage.rows import chunks
from storage.tables import CLAIM

AT_ONCE = 5_000
"""Ids asked for in one query; SQLite takes at most 32,766."""
WORD = re.compile(r"\w+")


def text_key(text: str) -> int:
    """Return a number that is the same for texts of the same words.

    Case, spaces and punctuation do not tell texts apart; texts without any word are
    compared as they are.
    """
    words = " ".join(WORD.findall(text.casefold())) or text
    digest = blake2b(words.encode(errors="surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def keep(connection: Connection, run_ids: Sequence[int]) -> None:
    """Give claims of these runs their keys that have none yet."""
    for some in chunks(run_ids, AT_ONCE):
        query = select(CLAIM.c.id, CLAIM.c.text).where(
            CLAIM.c.run_id.in_(some), CLAIM.c.text_key.is_(None)
        )
        rows = [
            {"claim_id": row.id, "key": text_key(row.text)}
            for row in connection.execute(query)
        ]
        if rows:
            connection.execute(_KEEP, rows)


_KEEP = (
    update(CLAIM)
    .where(CLAIM.c.id == bindparam("claim_id"))
    .values(text_key=bindparam("key"))
)
