"""Reading and writing: one transaction each, faults as sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from storage.errors import StorageError, sentence
from storage.tallies import kept_at_the_end


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees one state of the database from first to last.

    Raises:
        StorageError: If the database cannot be read.
    """
    with explained(engine), engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection whose changes are kept together at the end, or not at all.

    Sums of runs follow what is done inside ``tallies.changing``.

    Raises:
        StorageError: If the database cannot be written.
        ValueError: If a row has a word or a number that its table refuses.
    """
    with explained(engine), engine.connect() as connection:
        connection.execution_options(writes=True)
        with connection.begin(), kept_at_the_end(connection):
            yield connection


@contextmanager
def explained(engine: Engine) -> Iterator[None]:
    """Turn what a database reports into ``StorageError`` or ``ValueError``."""
    try:
        yield
    except IntegrityError as error:
        raise ValueError(f"the database refused a row: {error.orig}") from error
    except DBAPIError as error:
        raise StorageError(sentence(error.orig, location(engine))) from error
    except StatementError as error:
        raise ValueError(f"the database cannot take a value: {error.orig}") from error
    except (sqlite3.Error, PoolTimeout) as error:
        raise StorageError(sentence(error, location(engine))) from error
    except UnicodeEncodeError as error:
        raise StorageError(
            "A text holds half a character (a lone surrogate), which no database can"
            " keep. Replace it, then try again."
        ) from error


def location(engine: Engine) -> str:
    """Return the path of the file, or the address without the password."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or "The database in memory"
    return engine.url.render_as_string(hide_password=True)
