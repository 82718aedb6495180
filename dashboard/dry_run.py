"""What scoring a file is going to take, said before anything is asked or stored."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, make_url

from dashboard import display
from dashboard.drawn import draw
from dashboard.estimate import Estimate
from dashboard.estimating import estimate_upload
from dashboard.scoring import Sample
from dashboard.scoring.judges import on_this_machine
from storage.database import database_url, open_database
from storage.values import RunSettings


def estimate_samples(
    where: str, samples: Iterable[Sample], settings: RunSettings, *, concurrency: int
) -> Estimate:
    """Return what judging the samples is going to take.

    Replies that a database keeps cost nothing, so it is looked into, if it is there.

    Raises:
        StorageError: If the database is there and cannot be read.
    """
    with _as_it_is(where) as engine:
        return estimate_upload(engine, draw(samples), settings, concurrency=concurrency)


def estimate_dict(found: Estimate, settings: RunSettings) -> dict[str, Any]:
    """Return an estimate as ``--json`` prints it; None is not known."""
    return {"dry_run": True, "judge": settings.judge, **asdict(found)}


def estimate_text(found: Estimate, settings: RunSettings, *, concurrency: int) -> str:
    """Return an estimate as lines for a person."""
    lines = [
        f"{display.count(found.samples, 'sample')}, about"
        f" {display.count(found.claims, 'claim')} (from {found.read} that were read)"
    ]
    if found.no_context:
        lines.append(f"{found.no_context} without a context to check against")
    if on_this_machine(settings.judge):
        lines.append("no calls, no tokens, cost $0: this judge asks nobody")
    else:
        lines += _of_model(found, settings, concurrency)
    lines.append(f"time about {display.duration(found.time_s)}")
    return "\n".join([*lines, "Dry run: nothing was asked and nothing stored."])


def _of_model(found: Estimate, settings: RunSettings, concurrency: int) -> list[str]:
    lines = [
        f"about {display.count(found.calls, 'call')} to {settings.judge},"
        f" {concurrency} at a time",
        f"tokens about {display.tokens(found.tokens_in, found.tokens_out)}"
        f" (and {found.schema_tokens:,} of the reply's form)",
        f"cost about {display.cost(found.cost)}"
        if found.cost is not None
        else "cost unknown: no price is known for this model at this address",
    ]
    if found.cached:
        kept = display.count(found.cached, "sample")
        lines.insert(1, f"replies on {kept} are kept already and cost nothing")
    return lines


@contextmanager
def _as_it_is(where: str) -> Iterator[Engine]:
    """Give the database, or an empty one for the moment where a file is not there."""
    with tempfile.TemporaryDirectory() as folder:
        url = make_url(database_url(where))
        missing = (
            url.get_backend_name() == "sqlite"
            and not Path(url.database or "").is_file()
        )
        engine = open_database(Path(folder) / "empty.db" if missing else where)
        try:
            yield engine
        finally:
            engine.dispose()
