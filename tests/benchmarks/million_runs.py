"""Prints how long the pages' queries and reruns take, at few runs and at very many.

    python tests/benchmarks/million_runs.py [--runs 1000000] [--folder FOLDER] [--pages]

Databases that lie in the folder already are used again. Times are those of this
process, p50 and p95 in milliseconds over turns with other values each; ``--pages``
also reruns the pages themselves, with what they send and the memory they take.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import get_args

from sqlalchemy import Engine

from storage import statistics as figures
from storage.database import open_database
from storage.listing import count_flagged, list_batch_names, list_judges, list_runs
from storage.sources import GroupBy, Grouping
from storage.values import RunFilter, Sort
from tests.benchmarks.many_runs import FIRST, JUDGES, KINDS, MODELS, TAGS, make
from tests.benchmarks.page_reruns import reruns

FEW = 1_000
TURNS = 12
A_PAGE = 50
MOST_COUNTED = 1_000

Page = Callable[..., object]
Measured = dict[str, tuple[float, float, float]]
"""p50, p95 and the median of the CPU's time in milliseconds, by what was done."""


def main() -> None:
    """Make what is missing, measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--runs", type=int, default=1_000_000)
    asked.add_argument("--folder", type=Path)
    asked.add_argument("--pages", action="store_true")
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        few = measured(database(folder, FEW), FEW, options.pages)
        many = measured(database(folder, options.runs), options.runs, options.pages)
    sys.stdout.write(f"\n{'':44}{FEW:>15,} runs{options.runs:>19,} runs\n")
    heads = f"{'p50':>9}{'p95':>9}{'CPU':>9}"
    sys.stdout.write(f"{'ms':44}{heads}{heads}\n")
    for name, large in many.items():
        figures = "".join(f"{each:9.2f}" for each in (*few[name], *large))
        sys.stdout.write(f"{name:44}{figures}\n")


def database(folder: Path, runs: int) -> Path:
    """Return a database of so many runs, made if it is not there."""
    file = folder / f"{runs}.db"
    if not file.exists():
        started = time.perf_counter()
        make(file, runs)
        seconds = time.perf_counter() - started
        size = file.stat().st_size / runs / 1000
        sys.stdout.write(
            f"{runs:,} runs made in {seconds:.0f} s, {size:.1f} kB a run\n"
        )
    return file


def measured(file: Path, runs: int, pages: bool) -> Measured:
    """Return the times of everything at one database."""
    started = time.perf_counter()
    engine = open_database(file)
    opened = (time.perf_counter() - started) * 1000
    found: Measured = {"open the database": (opened, opened, 0.0)}
    lists(engine, runs, found)
    analysis(engine, found)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"{runs:,} runs: {memory:.0f} MiB at most so far\n")
    engine.dispose()
    if pages:
        found |= reruns(file)
    return found


def times(turn: Callable[[], object], turns: int = TURNS) -> tuple[float, float, float]:
    """Return p50, p95 and the CPU's median of turns; the first is not counted."""
    turn()
    return summed_up([timed(turn) for _ in range(turns)])


def timed(turn: Callable[[], object]) -> tuple[float, float]:
    """Return how long a turn takes in milliseconds, by the clock and of the CPU."""
    started, used = time.perf_counter(), time.process_time()
    turn()
    clock, cpu = time.perf_counter() - started, time.process_time() - used
    return clock * 1000, cpu * 1000


def summed_up(took: list[tuple[float, float]]) -> tuple[float, float, float]:
    """Return p50 and p95 by the clock, and p50 of the CPU."""
    clock = sorted(each for each, _ in took)
    cpu = statistics.median(each for _, each in took)
    return statistics.median(clock), clock[int(0.95 * (len(clock) - 1) + 0.5)], cpu


def filters(chance: random.Random) -> dict[str, Callable[[], RunFilter]]:
    """Return a filter of every sort that the Runs page offers, with chance values."""

    def days() -> RunFilter:
        since = FIRST + timedelta(days=chance.randrange(300))
        return RunFilter(since=since, until=since + timedelta(days=30))

    pick = chance.choice
    labels = ("contradicted", "unsupported", "unjudged", "supported")
    words = ("kato 1889", "solve", "no. 123", "in 1901", "zzzz", "巴黎塔", "东京")
    return {
        "all": RunFilter,
        "judge": lambda: RunFilter(judges=(pick(JUDGES),)),
        "batch": lambda: RunFilter(batch=chance.randrange(1, 60)),
        "label": lambda: RunFilter(labels=(pick(labels),)),
        "kind": lambda: RunFilter(kinds=(pick([kind for kind in KINDS if kind]),)),
        "band": lambda: RunFilter(bands=(pick(("low", "high", "complete")),)),
        "status": lambda: RunFilter(statuses=(pick(("failed", "partial")),)),
        "tag": lambda: RunFilter(tags=(pick(TAGS),)),
        "metadata": lambda: RunFilter(metadata=(("model", pick(MODELS)),)),
        "flagged": lambda: RunFilter(flagged=pick((True, False))),
        "suspicious": lambda: RunFilter(suspicious=True),
        "reviewed": lambda: RunFilter(reviewed=True),
        "days": days,
        "share": lambda: RunFilter(share_from=0.3, share_to=pick((0.5, 0.9))),
        "several": lambda: replace(
            days(), judges=JUDGES[:2], kinds=("date",), flagged=True
        ),
        "text, few have it": lambda: RunFilter(text=pick(words)),
        "text, many have it": lambda: RunFilter(text=pick(("claims", "ka", "to"))),
    }


def lists(engine: Engine, runs: int, found: Measured) -> None:
    """Measure what the Runs page asks: a count, and a page in every order."""
    chance = random.Random(1)
    for name, filter in filters(chance).items():
        found[f"count, {name}"] = times(partial(counted, engine, filter))

        def page(sort: Sort, filter: Callable[[], RunFilter]) -> tuple[float, float]:
            wanted = filter()
            number, _ = count_flagged(engine, wanted, at_most=MOST_COUNTED)
            return timed(
                partial(
                    list_runs, engine, wanted, sort=sort, limit=A_PAGE, expected=number
                )
            )

        found[f"page, every order, {name}"] = summed_up(
            [page(sort, filter) for _ in range(4) for sort in get_args(Sort)]
        )
    deep(engine, runs, chance, found)
    found["judges and batches to choose from"] = times(
        lambda: (list_judges(engine), list_batch_names(engine))
    )


def counted(engine: Engine, filter: Callable[[], RunFilter]) -> tuple[int, int]:
    """Count as the Runs page does."""
    return count_flagged(engine, filter(), at_most=MOST_COUNTED)


def deep(engine: Engine, runs: int, chance: random.Random, found: Measured) -> None:
    """Measure pages far inside a list, by their number and behind a run."""
    anywhere = partial(chance.randrange, runs)
    sorts: tuple[Sort, ...] = ("newest", "worst")
    for sort in sorts:
        page = partial(list_runs, engine, RunFilter(), sort=sort)

        def by_number(page: Page = page) -> object:
            return page(offset=anywhere())

        def behind(page: Page = page) -> object:
            return page(after=1 + anywhere())

        found[f"any page by number, {sort}"] = times(by_number)
        found[f"page behind any run, {sort}"] = times(behind)


def analysis(engine: Engine, found: Measured) -> None:
    """Measure the figures, from the sums and by a scan of a filter's runs."""
    chosen = {
        "sums": RunFilter(),
        "a judge and a band": RunFilter(judges=JUDGES[:1], bands=("high",)),
        "scan": RunFilter(kinds=tuple(kind for kind in KINDS if kind)),
    }
    asked: dict[str, Callable[[RunFilter], object]] = {
        "overview": lambda filter: figures.overview(engine, filter),
        "shares by judge": lambda filter: groups(engine, filter, "judge"),
        "shares by batch": lambda filter: groups(engine, filter, "batch"),
        "kinds": lambda filter: figures.kinds_by_group(engine, filter),
        "over time": lambda filter: figures.over_time(engine, filter),
        "shares by tag": lambda filter: groups(engine, filter, "tag"),
        "shares by metadata": lambda filter: groups(engine, filter, "metadata"),
        "lengths": lambda filter: figures.lengths(engine, filter),
        "claims": lambda filter: figures.contradicted_claims(engine, filter),
        "contexts": lambda filter: figures.contradicted_contexts(engine, filter),
        "worst claims": lambda filter: figures.worst_claims(engine, filter),
    }
    for name, filter in chosen.items():
        for what, figure in asked.items():
            found[f"{what}, {name}"] = times(partial(figure, filter), 4)


def groups(engine: Engine, filter: RunFilter, by: GroupBy) -> object:
    """Ask for the shares of groups."""
    column = "model" if by == "metadata" else ""
    return figures.share_groups(engine, filter, by=Grouping(by, column))


if __name__ == "__main__":
    os.nice(5)
    main()
