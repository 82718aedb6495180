"""The one error of the storage, and which sentence a fault of the database becomes.

StorageError    nothing was written; the message says what happened and what to do
"""

from __future__ import annotations

import sqlite3

SENTENCES = {
    sqlite3.SQLITE_BUSY: "{where} is locked by another program. Close what else has it"
    " open, then try again.",
    sqlite3.SQLITE_LOCKED: "{where} is locked by another program. Close what else has"
    " it open, then try again.",
    sqlite3.SQLITE_FULL: "The disk that holds {where} is full, so nothing was written."
    " Free some space, then try again.",
    sqlite3.SQLITE_READONLY: "{where} cannot be written to. Allow writing to the file"
    " and its folder, or choose another file with --db.",
    sqlite3.SQLITE_CANTOPEN: "{where} cannot be opened. Check that its folder exists"
    " and may be written to, or choose another file with --db.",
    sqlite3.SQLITE_PERM: "{where} may not be opened. Allow reading and writing it, or"
    " choose another file with --db.",
    sqlite3.SQLITE_AUTH: "{where} may not be opened. Allow reading and writing it, or"
    " choose another file with --db.",
    sqlite3.SQLITE_NOTADB: "{where} is not a database. Choose another file with --db,"
    " or move this one away so that a new one can be made.",
    sqlite3.SQLITE_CORRUPT: "{where} is damaged. Put a copy from your backup in its"
    " place, or choose another file with --db.",
    sqlite3.SQLITE_IOERR: "{where} could not be read or written: the disk reports an"
    " error, or is full. Check the disk, then try again.",
    sqlite3.SQLITE_TOOBIG: "A text is too long for {where}, so nothing was written."
    " Split it, then try again.",
}
"""By SQLite's primary result code."""

UNREACHABLE = (
    "The database {where} cannot be used: {reason}. Check that it runs, and that the"
    " address, the user and the password in DATABASE_URL are right."
)


class StorageError(Exception):
    """The database cannot do what was asked; nothing of it was written.

    The message is a sentence for the user: what happened, and what to do about it.
    """


def sentence(cause: BaseException | None, where: str) -> str:
    """Return what a user should know and do about a fault of the database ``where``."""
    code = getattr(cause, "sqlite_errorcode", None)
    known = SENTENCES.get(code & 0xFF) if isinstance(code, int) else None
    if known:
        return known.format(where=where)
    reason = str(cause).strip().splitlines()[0].rstrip(".") if str(cause) else "unknown"
    if isinstance(cause, sqlite3.Error):
        return f"{where} cannot be used: {reason}. Choose another file with --db."
    return UNREACHABLE.format(where=where, reason=reason)
