"""Writes exports to files: whole, or not at all."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from sqlalchemy import Engine

from storage import export
from storage.values import RunFilter


class ExportError(Exception):
    """Someone named a file that an export cannot go to; the message says why."""


class Format(StrEnum):
    """In which form an export is written."""

    csv = "csv"
    jsonl = "jsonl"
    parquet = "parquet"


WRITERS = {
    Format.csv: export.write_csv,
    Format.jsonl: export.write_jsonl,
    Format.parquet: export.write_parquet,
}


def format_of(out: Path) -> Format:
    """Return the format that a file's ending names.

    Raises:
        ExportError: If its folder is missing, or its ending names none.
    """
    if not out.absolute().parent.is_dir():
        raise ExportError(
            f"There is no folder {out.absolute().parent} to write {out.name} to."
        )
    if out.suffix.lstrip(".") not in Format.__members__:
        raise ExportError(f"--out {out.name}: end it in .csv, .jsonl or .parquet.")
    return Format(out.suffix.lstrip("."))


def write_file(engine: Engine, chosen: RunFilter, out: Path, form: Format) -> int:
    """Write runs to a file, one row a claim, and return the number of rows.

    A file that is there already stays as it was until the new one is complete.

    Raises:
        ExportError: If the file cannot be written.
        StorageError: If the runs cannot be read.
    """
    part = out.with_name(f".{out.name}.part")
    try:
        try:
            with part.open("wb") as stream:
                rows = WRITERS[form](engine, chosen, stream)
            part.replace(out)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise ExportError(f"{out} cannot be written: {error.strerror}.") from error
    return rows
