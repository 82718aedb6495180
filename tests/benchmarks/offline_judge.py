"""Prints how fast the offline judge is, what it holds in memory and takes to start.

    python tests/benchmarks/offline_judge.py

Claims per second go through the whole path, from text to result, over the project's own
test samples, each with a fresh number woven in so that nothing is answered from a
cache; medians of five passes. One core is one process; two cores are two processes, as
batches are judged. Only the line of the model alone leaves out all but the model: what
it is asked of these samples, a claim being held against the context by itself and
within its sentence.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.offline.entailment.gathering import Pairs
from dashboard.scoring.offline.entailment.shipped import Entailment, shipped
from dashboard.scoring.offline.examining import open_claims, rule_findings
from dashboard.scoring.offline.joined.weighing import weighed
from dashboard.scoring.offline.judge import OfflineJudge
from dashboard.scoring.offline.known_context import KnownContext

DATA = Path(__file__).parents[1] / "data"
PASSES = 5


def samples(salt: int) -> Iterator[Sample]:
    for name in ("reference.jsonl", "probes.jsonl", "kinds.jsonl"):
        for line in (DATA / name).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            yield Sample(
                output=case["output"],
                context=[*case["context"], f"Entry {salt} was filed in drawer {salt}."],
                input=case.get("input") or case.get("question"),
            )


def claims_per_second(judge: OfflineJudge) -> tuple[float, float]:
    """Return the rate by CPU time and by the clock."""
    scorer = HallucinationScorer(judge)
    score_all(scorer, -1)
    by_cpu, by_wall = [], []
    for salt in range(PASSES):
        cpu, wall = time.process_time(), time.perf_counter()
        claims = score_all(scorer, salt)
        by_cpu.append(claims / (time.process_time() - cpu))
        by_wall.append(claims / (time.perf_counter() - wall))
    return statistics.median(by_cpu), statistics.median(by_wall)


def score_all(scorer: HallucinationScorer, salt: int) -> int:
    return sum(len(scorer.score(sample).claims) for sample in samples(salt))


class _Listening:
    """Notes what the model is asked."""

    def __init__(self, model: Callable[[Pairs], list[list[float]]]) -> None:
        self.model = model
        self.asked: list[tuple[str, str]] = []

    def judge(self, pairs: Pairs) -> list[list[float]]:
        self.asked += pairs
        return self.model(pairs)


def model_claims_per_second() -> tuple[float, float]:
    """Return how many claims, and how many pairs, the model alone reads a CPU second.

    All pairs are asked at once.
    """
    known = shipped()
    listening = _Listening(known.model.judge)
    claims = 0
    for sample in samples(0):
        found = dict(enumerate(output_claims(sample.output, question=sample.input)))
        context = KnownContext(sample.context)
        findings = rule_findings(sample, found, context.index, "en")
        unsure = open_claims(sample, found, findings)
        model = Entailment(listening, known.weights)
        weighed(sample, unsure, findings, context, model=model)
        claims += len(unsure)
    rates = []
    for _ in range(PASSES):
        cpu = time.process_time()
        known.model.judge(listening.asked)
        rates.append(1 / (time.process_time() - cpu))
    rate = statistics.median(rates)
    return claims * rate, len(listening.asked) * rate


_SCORER = HallucinationScorer()


def _in_a_process(salt: int) -> int:
    return score_all(_SCORER, salt)


def _memory_mb(_: int) -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def two_processes() -> tuple[float, float]:
    """Return claims a second of two processes together, and the memory of one."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        list(pool.map(_in_a_process, (-1, -2)))
        rates = []
        for salt in range(0, 2 * PASSES, 2):
            wall = time.perf_counter()
            claims = sum(pool.map(_in_a_process, (salt, salt + 1)))
            rates.append(claims / (time.perf_counter() - wall))
        return statistics.median(rates), max(pool.map(_memory_mb, (1, 2)))


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
    rules, _ = claims_per_second(OfflineJudge(model=False))
    model, pairs = model_claims_per_second()
    joined, by_wall = claims_per_second(OfflineJudge())
    both, memory = two_processes()
    bare = cpu_seconds("pass")
    imported = cpu_seconds("import dashboard.scoring")
    loaded = cpu_seconds(
        "from dashboard.scoring.offline.entailment.shipped import shipped; shipped()"
    )
    sys.stdout.write(
        f"claims a CPU second of one core, rules alone   {rules:8.0f}\n"
        f"claims a CPU second of one core, model alone   {model:8.0f}\n"
        f"pairs a CPU second of one core, model alone    {pairs:8.0f}\n"
        f"claims a CPU second of one core, joined        {joined:8.0f}\n"
        f"claims a second of wall clock, joined, 1 core  {by_wall:8.0f}\n"
        f"claims a second of wall clock, joined, 2 cores {both:8.0f}\n"
        f"memory of one process at its most, MB          {memory:8.0f}\n"
        f"bare interpreter, CPU seconds                  {bare:8.3f}\n"
        f"import dashboard.scoring, CPU seconds          {imported:8.3f}\n"
        f"load the model, CPU seconds                    {loaded:8.3f}\n"
    )


if __name__ == "__main__":
    main()
