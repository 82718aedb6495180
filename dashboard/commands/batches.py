"""Which batch a person means who gives its number, its name, or calls it baseline."""

from __future__ import annotations

from sqlalchemy import Engine

from storage.batches import BatchSummary, list_batches

BASELINE = "baseline"


def refuse_unknown(engine: Engine, batch_id: int | None) -> None:
    """Do nothing if there is such a batch, or none is named.

    Raises:
        ValueError: If there is none; the message says which there are.
    """
    known = {summary.batch_id for summary in list_batches(engine)}
    if batch_id is not None and batch_id not in known:
        raise ValueError(
            f"There is no batch {batch_id}. There are: {sorted(known) or 'none'}."
        )


def find_batch(engine: Engine, meant: str) -> BatchSummary:
    """Return the batch of this number, else the newest of this name.

    ``baseline`` is the batch that is marked as the baseline, if one is.

    Raises:
        ValueError: If there is none; the message says so.
    """
    batches = list_batches(engine)
    by_number = [one for one in batches if str(one.batch_id) == meant.strip()]
    by_name = [one for one in batches if one.name == meant]
    marked = [one for one in batches if one.baseline and meant == BASELINE]
    for found in (marked, by_number, by_name):
        if found:
            return found[0]
    if meant == BASELINE:
        raise ValueError("No batch is marked as the baseline, and none has that name.")
    raise ValueError(f"There is no batch {meant!r}, neither by number nor by name.")
