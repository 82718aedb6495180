"""Alembic's entry: runs the steps in the connection that it is handed."""

from __future__ import annotations

from alembic import context

from storage.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
