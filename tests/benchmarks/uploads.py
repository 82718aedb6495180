"""How long a large file takes from the disk into the queue, and how much memory.

    python tests/benchmarks/uploads.py                     100,000 rows of CSV
    python tests/benchmarks/uploads.py --format all --rows 20000

For each format a process of its own does what the page of batches does: it keeps the
file, previews it, reads all of it once, estimates what a model would take, and queues
all samples in a fresh database, part by part. Printed: seconds of each step and the
most memory that the process ever held. Goals for 100,000 rows of CSV: under 60 seconds
and under 1 GB in all.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

FORMATS = ("csv", "tsv", "jsonl", "json", "parquet", "xlsx")
GOAL_S, GOAL_MB = 60.0, 1024.0
HEADER = ("id", "question", "context", "answer", "label", "model")


def make_rows(count: int) -> Iterator[tuple[str, ...]]:
    """Yield rows with contexts of some 1,000 characters and two sentences of output."""
    dice = random.Random(3)
    words = [f"word{number}" for number in range(3_000)]

    def text(length: int) -> str:
        return " ".join(dice.choices(words, k=length)).capitalize() + "."

    for at in range(count):
        label = dice.choice(("faithful", "hallucinated"))
        context = f"{text(60)}\n{text(60)}"
        said = f"{text(12)} {text(15)}"
        yield (str(at), f"{text(10)}?", context, said, label, "some-model")


def write_file(path: Path, count: int) -> None:
    """Write the rows in the format that the file's name asks for."""
    rows = make_rows(count)
    match path.suffix:
        case ".csv" | ".tsv":
            with path.open("w", encoding="utf-8", newline="") as stream:
                delimiter = "," if path.suffix == ".csv" else "\t"
                writer = csv.writer(stream, delimiter=delimiter)
                writer.writerow(HEADER)
                writer.writerows(rows)
        case ".jsonl" | ".json":
            between = "\n" if path.suffix == ".jsonl" else ",\n"
            objects = (json.dumps(dict(zip(HEADER, r, strict=True))) for r in rows)
            text = between.join(objects)
            path.write_text(text if between == "\n" else f"[{text}]")
        case ".parquet":
            import pyarrow as pa  # type: ignore[import-untyped]
            from pyarrow import parquet

            columns = dict(zip(HEADER, zip(*rows, strict=True), strict=True))
            parquet.write_table(
                pa.table({k: list(v) for k, v in columns.items()}), path
            )
        case ".xlsx":
            import openpyxl  # type: ignore[import-untyped]

            book = openpyxl.Workbook(write_only=True)
            sheet = book.create_sheet()
            for row in (HEADER, *rows):
                sheet.append(row)
            book.save(path)


def measure(path: Path) -> dict[str, float]:
    """Return the seconds of each step with a file, and the megabytes of the process."""
    from dashboard.estimate import estimate_drawn
    from dashboard.upload_queueing import Feeder
    from dashboard.upload_spool import Spool
    from dashboard.upload_survey import survey
    from dashboard.uploads import preview_upload
    from storage.database import open_database
    from storage.filling import count_queued
    from storage.values import RunSettings

    times: dict[str, float] = {}
    started = time.perf_counter()

    def lap(step: str) -> None:
        times[step] = time.perf_counter() - started - sum(times.values())

    with tempfile.TemporaryDirectory() as folder:
        engine = open_database(Path(folder) / "runs.db")
        feeder = Feeder(engine, wake=lambda: None)
        with path.open("rb") as stream:
            spool = Spool(feeder.folder, stream, path.name)
        lap("keep_s")
        columns = preview_upload(spool.path, name=path.name).columns
        assert columns is not None
        lap("preview_s")
        found = survey(spool.path, columns, name=path.name)
        lap("survey_s")
        estimate_drawn(found.drawn, judge="openai/gpt-5-mini")
        lap("estimate_s")
        batch_id = feeder.order(
            spool,
            name="b",
            columns=columns,
            settings=RunSettings(),
            samples=found.drawn.samples,
        )
        feeder.join()
        lap("queue_s")
        queued = count_queued(engine, batch_id)
        engine.dispose()
    assert queued == found.drawn.samples
    return times | {
        "all_s": sum(times.values()),
        "cpu_s": time.process_time(),
        "samples": queued,
        "most_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    """Measure each format in a process of its own and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--format", choices=(*FORMATS, "all"), default="csv")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.file:
        sys.stdout.write(json.dumps(measure(options.file)))
        return
    chosen = FORMATS if options.format == "all" else (options.format,)
    with tempfile.TemporaryDirectory() as folder:
        for form in chosen:
            path = Path(folder) / f"samples.{form}"
            write_file(path, options.rows)
            command = [sys.executable, __file__, "--file", str(path)]
            done = subprocess.run(command, capture_output=True, check=True, text=True)
            found = json.loads(done.stdout)
            size = path.stat().st_size / 1024**2
            figures = ", ".join(f"{name} {value:.1f}" for name, value in found.items())
            met = found["all_s"] < GOAL_S and found["most_mb"] < GOAL_MB
            goals = "goals met" if met else "goals MISSED"
            sys.stdout.write(f"{form}, {size:.0f} MB: {figures}; {goals}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
