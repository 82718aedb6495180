"""Prints how fast runs are stored, beside raw sqlite3 writing the same rows.

Run it by itself: ``python tests/benchmarks/storing.py``. Both sides write to a new file
of their own, in turn, with the same pragmas, tables and indexes; each figure is the
median of five such turns.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median

from storage.database import open_database
from storage.runs import queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunSettings,
    StoredEvidence,
)

RUNS = 2_000
CLAIMS = 5
TURNS = 5
TEXT = "The tower was finished in 1889 and is 330 metres high, paint included. "

SAMPLES = [
    NewSample(output=f"{at} {TEXT * 4}", context=(f"{at} {TEXT * 12}",), input=TEXT)
    for at in range(RUNS)
]


def finished(run_id: int) -> FinishedRun:
    """Return a run as a judge would hand it over, with five claims."""
    labels = ("supported", "supported", "contradicted", "supported", "unsupported")
    claims = tuple(
        NewClaim(
            text=f"{run_id} {TEXT}",
            start=at * 70,
            end=at * 70 + 69,
            verdict=NewVerdict(
                label=label,
                reason="the context says 1889, the output says 1890",
                confidence=0.9,
                kind=None if label == "supported" else "date",
                evidence=StoredEvidence(0, 0, 70, TEXT[:70]),
            ),
        )
        for at, label in enumerate(labels)
    )
    return FinishedRun(
        run_id, "scored", 0.4, 1.0, 1.0, "2 of 5 claims", claims, duration_s=0.01
    )


FINISHED = [finished(run_id) for run_id in range(1, RUNS + 1)]


FOUND = [
    "status",
    "worker",
    "finished_at",
    "share",
    "coverage",
    "context_seen",
    "claims",
    "supported",
    "contradicted",
    "unsupported",
    "unjudged",
    "final_share",
    "final_supported",
    "final_contradicted",
    "final_unsupported",
    "final_unjudged",
    "least_confidence",
    "kinds",
    "reason",
    "error",
    "suspicious",
    "flagged",
    "judge_detail",
    "prompt_version",
    "tokens_in",
    "tokens_out",
    "cost",
    "duration_s",
]
"""The columns of a run that its result fills."""

Statement = tuple[str, list[tuple[object, ...]]]


def main() -> None:
    """Measure and print."""
    ours: dict[str, list[float]] = {"queue_runs": [], "save_runs": []}
    raw: dict[str, list[float]] = {"queue_runs": [], "save_runs": []}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(TURNS):
            _turn(Path(folder) / f"{turn}.db", ours, raw)
    written = {"queue_runs": 3, "save_runs": 1 + 2 * CLAIMS}
    for step, rows in written.items():
        _print(step, median(ours[step]), median(raw[step]), rows=rows)


def _turn(
    file: Path, ours: dict[str, list[float]], raw: dict[str, list[float]]
) -> None:
    engine = open_database(file)
    settings = RunSettings()
    ours["queue_runs"].append(
        _seconds(lambda: queue_runs(engine, SAMPLES, settings, source="code"))
    )
    queue = _inserts(file, "context", "sample", "run")
    take_runs(engine, worker="w", limit=RUNS)
    started = _update(file, "status", "worker", "started_at")
    ours["save_runs"].append(_seconds(lambda: save_runs(engine, FINISHED, worker="w")))
    save = [_update(file, *FOUND), *_inserts(file, "claim", "verdict")]
    engine.dispose()
    connection = _empty_copy(file, file.with_suffix(".raw"))
    raw["queue_runs"].append(_seconds(lambda: _write(connection, queue)))
    _write(connection, [started])
    raw["save_runs"].append(_seconds(lambda: _write(connection, save)))
    _compare(connection, file)
    connection.close()


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _inserts(file: Path, *tables: str) -> list[Statement]:
    """Return the rows that lie in the tables, with the statements that put them."""
    found: list[Statement] = []
    with closing(sqlite3.connect(file)) as connection:
        for table in tables:
            rows = connection.execute(f"SELECT * FROM {table}").fetchall()
            marks = ", ".join("?" * len(rows[0]))
            found.append((f"INSERT INTO {table} VALUES ({marks})", rows))
    return found


def _update(file: Path, *columns: str) -> Statement:
    """Return what lies in these columns of all runs, with what put it there."""
    with closing(sqlite3.connect(file)) as connection:
        query = f"SELECT {', '.join(columns)}, id FROM run"
        rows = connection.execute(query).fetchall()
    changes = ", ".join(f"{column} = ?" for column in columns)
    return f"UPDATE run SET {changes} WHERE id = ?", rows


def _empty_copy(file: Path, copy: Path) -> sqlite3.Connection:
    """Return a connection to a new file with the same tables, indexes and pragmas.

    What texts are looked up in is not there: of that, and of the sums of runs, our side
    bears the cost alone.
    """
    with closing(sqlite3.connect(file)) as connection:
        schema = connection.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
            " AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'sample_text%'"
            " AND name NOT LIKE 'run_text%'"
            " ORDER BY type = 'index'"
        ).fetchall()
    new = sqlite3.connect(copy, isolation_level=None)
    new.execute("PRAGMA journal_mode=WAL")
    new.execute("PRAGMA synchronous=NORMAL")
    new.execute("PRAGMA foreign_keys=ON")
    for (sql,) in schema:
        new.execute(sql)
    return new


def _write(connection: sqlite3.Connection, statements: list[Statement]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for sql, rows in statements:
        connection.executemany(sql, rows)
    connection.execute("COMMIT")


def _compare(connection: sqlite3.Connection, file: Path) -> None:
    """Stop if the two sides did not write the same."""
    with closing(sqlite3.connect(file)) as ours:
        for table in ("context", "sample", "run", "claim", "verdict"):
            query = f"SELECT * FROM {table} ORDER BY id"
            same = (
                connection.execute(query).fetchall() == ours.execute(query).fetchall()
            )
            if not same:
                raise SystemExit(f"the rows of {table} differ")


def _print(step: str, ours: float, raw: float, *, rows: int) -> None:
    sys.stdout.write(
        f"{step:10}  {RUNS / ours:8,.0f} runs/s ({RUNS * rows / ours:9,.0f} rows/s)"
        f"  raw sqlite3 {RUNS / raw:8,.0f} runs/s ({RUNS * rows / raw:9,.0f} rows/s)"
        f"  {ours / raw:.2f} x its time\n"
    )


if __name__ == "__main__":
    main()
