"""Opens a database: where it lies, how connections behave, tables up to date.

One transaction at a time writes to SQLite, and takes its turn when it begins rather
than at its first write, which would fail at once if another had written in between.
"""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from storage import migrations
from storage.errors import StorageError
from storage.transactions import explained, location, reading

ONE_AT_A_TIME = 7_410_266
"""Names the lock that keeps two processes from migrating at the same moment."""


_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def database_url(where: str | Path) -> str:
    """Return the URL of a database that is named by a URL or by the path of a file.

    Raises:
        StorageError: If it looks like a URL, but is none that can be used.
    """
    return _url(where).render_as_string(hide_password=False)


def open_database(where: str | Path, *, busy_timeout_s: float = 10.0) -> Engine:
    """Return an engine on a database that exists and has all tables.

    A file that is not there is made, and so is its folder. ``busy_timeout_s`` is how
    long one writer waits for another.

    Raises:
        StorageError: If it cannot be opened, or is not a database of this program.
    """
    url = _url(where)
    if url.get_backend_name() == "sqlite":
        _make_folder(url)
        engine = _sqlite(url, busy_timeout_s)
    else:
        engine = _server(url)
    try:
        with explained(engine):
            _bring_up_to_date(engine, busy_timeout_s)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _bring_up_to_date(engine: Engine, busy_timeout_s: float) -> None:
    where = location(engine)
    with reading(engine) as connection:
        found = migrations.revision(connection)
        if found != migrations.HEAD:
            migrations.refuse_others(connection, found, where=where)
    if engine.dialect.name == "sqlite":
        _use_wal(engine, busy_timeout_s)
    if found != migrations.HEAD:
        _migrate(engine)


def _use_wal(engine: Engine, busy_timeout_s: float) -> None:
    """Let readers and a writer work at the same time.

    While another process makes the same change, SQLite says at once that it is busy.
    """
    connection = engine.raw_connection()
    deadline = time.monotonic() + busy_timeout_s
    try:
        cursor = connection.cursor()
        while cursor.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            try:
                cursor.execute("PRAGMA journal_mode=WAL")
                break
            except sqlite3.OperationalError as error:
                busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
    finally:
        connection.close()


def _migrate(engine: Engine) -> None:
    """Do the missing steps while no other process does.

    A step that changes a table copies it and drops the old one. With foreign keys on
    that would delete the rows of other tables, so this connection, which is not used
    again, has them off.
    """
    with engine.connect() as connection:
        connection.detach()
        if engine.dialect.name == "sqlite":
            connection.connection.execute("PRAGMA foreign_keys=OFF")
        connection.execution_options(writes=True)
        with connection.begin():
            if engine.dialect.name == "postgresql":
                lock = text("SELECT pg_advisory_xact_lock(:lock)")
                connection.execute(lock, {"lock": ONE_AT_A_TIME})
            migrations.upgrade(connection)


def _url(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(Path(where).expanduser().absolute()))
    try:
        url = make_url(where)
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise StorageError(_unusable(where.partition("://")[0])) from error
    if backend in ("postgresql", "postgres") and "+" not in url.drivername:
        return url.set(drivername="postgresql+psycopg")
    if backend not in ("sqlite", "postgresql"):
        raise StorageError(_unusable(url.drivername))
    return url


def _unusable(scheme: str) -> str:
    return (
        f"A database address that begins with {scheme}:// cannot be used. Give the path"
        " of a file, or an address such as postgresql://user@host/name."
    )


def _make_folder(url: URL) -> None:
    if not url.database or url.database.startswith(("file:", ":memory:")):
        return
    folder = Path(url.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"The folder {folder} cannot be made ({error.strerror}). Make it, or choose"
            " another place for the database with --db."
        ) from error


def _sqlite(url: URL, busy_timeout_s: float) -> Engine:
    engine = create_engine(
        url,
        connect_args={"check_same_thread": False, "timeout": busy_timeout_s},
        json_serializer=_JSON.encode,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _server(url: URL) -> Engine:
    try:
        return create_engine(url, json_serializer=_JSON.encode, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise StorageError(
            f"PostgreSQL needs one more package ({error.name} is missing). Install it"
            " with: pip install 'psycopg[binary]'"
        ) from error


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # transactions begin in _begin alone
    try:
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=NORMAL")
    except sqlite3.Error:  # not a database, say; nobody else would close it
        connection.close()
        raise
    connection.create_function("lower", 1, _casefolded, deterministic=True)
    connection.create_function("strpos", 2, _position, deterministic=True)


def _casefolded(text: object) -> str | None:
    return text.casefold() if isinstance(text, str) else None


def _position(text: object, part: object) -> int | None:
    if isinstance(text, str) and isinstance(part, str):
        return text.find(part) + 1
    return None


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
