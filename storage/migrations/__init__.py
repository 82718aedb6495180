"""Brings the tables of a database up to date, all steps or none.

A step is a file in ``versions``; ``HEAD`` names the newest. Opening a database that is
there already compares one word with it and does not import Alembic.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from storage.errors import StorageError

if TYPE_CHECKING:  # not above: importing it takes time, and most starts do without
    from alembic.config import Config
    from alembic.script import ScriptDirectory

HEAD = "0003"

NEWER = (
    "{where} was written by a newer version of hallucination-dashboard (its revision is"
    " {revision!r}, this version knows up to {head!r}). Install the newest version, or"
    " choose another file with --db."
)
FOREIGN = (
    "{where} holds the tables of another program ({tables}). Choose another file with"
    " --db; a new one is made when it does not exist."
)


def revision(connection: Connection) -> str | None:
    """Return the name of the newest step that was done; None for a new database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    query = text("SELECT version_num FROM alembic_version")
    found: str | None = connection.scalar(query)
    return found


def refuse_others(connection: Connection, found: str | None, *, where: str) -> None:
    """Refuse the database ``where`` if the steps do not lead on from what it is.

    Raises:
        StorageError: If it is a newer version's or another program's.
    """
    tables = sorted(inspect(connection).get_table_names())
    if found is None and tables and connection.dialect.name == "sqlite":
        raise StorageError(FOREIGN.format(where=where, tables=", ".join(tables[:3])))
    known = {step.revision for step in _steps().walk_revisions()}
    if found is not None and found not in known:
        raise StorageError(NEWER.format(where=where, revision=found, head=HEAD))


def upgrade(connection: Connection) -> None:
    """Do the steps that are missing, in the connection's open transaction."""
    if revision(connection) == HEAD:
        return
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _steps() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config
