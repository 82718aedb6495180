"""``export``: runs with their claims to a file."""

from __future__ import annotations

from pathlib import Path

from dashboard.commands import terminal
from dashboard.commands.batches import refuse_unknown
from dashboard.export_files import ExportError, Format, write_file
from storage.errors import StorageError
from storage.values import RunFilter


def export_runs(
    out: Path, db: str | None, *, flagged: bool, batch: int | None, form: str
) -> None:
    """Do it, and say how many rows were written."""
    engine = terminal.open_engine(db)
    chosen = RunFilter(flagged=True if flagged else None, batch=batch)
    try:
        refuse_unknown(engine, batch)
        rows = write_file(engine, chosen, out, Format(form))
    except (StorageError, ExportError, ValueError) as error:
        terminal.refuse(str(error))
    finally:
        engine.dispose()
    terminal.say(f"{rows} rows written to {out}")
