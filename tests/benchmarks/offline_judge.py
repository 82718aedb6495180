"""Prints how fast the offline judge is, and what importing the scorer costs.

    python tests/benchmarks/offline_judge.py

Claims per second are per second of CPU of one core, medians of five passes over the
project's own test samples, each sample with a fresh number woven in so that nothing is
answered from a cache.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from dashboard.scoring import HallucinationScorer, Sample

DATA = Path(__file__).parents[1] / "data"
PASSES = 5


def samples(salt: int) -> Iterator[Sample]:
    for name in ("reference.jsonl", "probes.jsonl"):
        for line in (DATA / name).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            yield Sample(
                output=case["output"],
                context=[*case["context"], f"Entry {salt} was filed in drawer {salt}."],
                input=case.get("input") or case.get("question"),
            )


def claims_per_second() -> tuple[float, float]:
    scorer = HallucinationScorer(judge="offline")
    for sample in samples(-1):
        scorer.score(sample)
    by_cpu, by_wall = [], []
    for salt in range(PASSES):
        cases = list(samples(salt))
        cpu, wall = time.process_time(), time.perf_counter()
        claims = sum(len(scorer.score(sample).claims) for sample in cases)
        by_cpu.append(claims / (time.process_time() - cpu))
        by_wall.append(claims / (time.perf_counter() - wall))
    return statistics.median(by_cpu), statistics.median(by_wall)


def cpu_seconds(code: str) -> float:
    times = []
    for _ in range(PASSES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        )
    return statistics.median(times)


def main() -> None:
    by_cpu, by_wall = claims_per_second()
    bare = cpu_seconds("pass")
    imported = cpu_seconds("import dashboard.scoring")
    first = cpu_seconds(
        "from dashboard.scoring import *; "
        "HallucinationScorer().score(Sample(output='It is 4.', context=['It is 5.']))"
    )
    sys.stdout.write(
        f"offline claims per second of one core   {by_cpu:8.0f}\n"
        f"offline claims per second of wall clock {by_wall:8.0f}\n"
        f"bare interpreter, CPU seconds           {bare:8.3f}\n"
        f"import dashboard.scoring, CPU seconds   {imported:8.3f}\n"
        f"import and first verdict, CPU seconds   {first:8.3f}\n"
    )


if __name__ == "__main__":
    main()
