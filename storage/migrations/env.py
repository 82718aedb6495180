"""Alembic's entry: runs the steps in the connection that it is handed."""

from __future__ import annotations

from alembic import context

from storage.search import INDEXES
from storage.tables import Table


def ours(name: str | None, kind: str, _: object) -> bool:
    """Return whether a table is one of ``tables.py``; those of an index are not."""
    return kind != "table" or not (name or "").startswith(INDEXES)


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
    compare_type=True,
    include_name=ours,
)
with context.begin_transaction():
    context.run_migrations()
