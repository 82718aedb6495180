"""How long a batch takes with a model, beside the same calls made without us.

    python tests/benchmarks/llm_throughput.py                  32 and 256 at a time
    python tests/benchmarks/llm_throughput.py --samples 50 --latency-ms 100
    python tests/benchmarks/llm_throughput.py --faults         one fault in twenty

A stub server in a process of its own waits before each reply. Every contender runs in a
process of its own, one after the other, and makes the very same requests: bare aiohttp
(the floor), bare ``litellm.acompletion`` as it comes, LiteLLM with its faster handler,
and the scorer, thorough and fast. Printed: wall and CPU seconds of the scoring alone,
and the tokens of a sample as characters by four, as the stub saw them.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.llm.judge import BEFORE_IMPORT, LiteLLMJudge
from dashboard.scoring.llm.prompts import Prompt, claims_prompt, verdicts_prompt
from dashboard.scoring.llm.sentences import split_sentences

STUB = Path(__file__).parents[1] / "scoring" / "llm" / "stub_server.py"
HANDLER = "EXPERIMENTAL_OPENAI_BASE_LLM_HTTP_HANDLER"
FACTS = (
    "The {thing} in {place} opened to its first visitors in {n}.",
    "It cost about {n} million to build the {thing}.",
    "Roughly {n} people come to the {thing} every year.",
    "The great hall of the {thing} is {n} feet long.",
    "A crew of {n} worked on the {thing} in {place}.",
    "The {thing} keeps {n} people employed all year.",
    "Its roof carries {n} copper plates made in {place}.",
    "The {thing} was restored in {n} after the flood.",
)
FILLER = " The town paper wrote about it at length, and the council met over it often."
FAULTS = ("429", "500", "malformed", "truncated", "timeout", "disconnect")


def make_samples(count: int) -> list[tuple[Sample, float]]:
    """Return samples of 3 to 8 claims with their true shares."""
    dice = random.Random(11)
    samples = []
    for _ in range(count):
        thing = dice.choice(["mill", "lighthouse", "theatre", "canal", "arcade"])
        place = dice.choice(["Arvik", "Belmont", "Corro", "Dunholm", "Estrel"])
        facts = dice.sample(FACTS, dice.randint(3, 8))
        numbers = dice.sample(range(1100, 9900), 2 * len(facts))
        said, known, wrong = [], [], 0
        for at, fact in enumerate(facts):
            false = dice.random() < 0.35
            wrong += false
            number = numbers[len(facts) + at] if false else numbers[at]
            said.append(fact.format(thing=thing, place=place, n=number))
            text = fact.format(thing=thing, place=place, n=numbers[at])
            known.append(text + (FILLER if at % 2 == 0 else ""))
        samples.append((Sample(" ".join(said), known), wrong / len(facts)))
    return samples


def bare_prompts(sample: Sample) -> list[Prompt]:
    pieces = split_sentences(sample.output)
    numbered = {at: piece.text for at, piece in enumerate(pieces, 1)}
    context = "\n".join(sample.context)
    return [claims_prompt(numbered), verdicts_prompt(context, numbered)]


async def with_bare_calls(
    samples: list[Sample], at_once: int, call: Callable[[Prompt], Awaitable[None]]
) -> None:
    gate = asyncio.Semaphore(at_once)

    async def both(sample: Sample) -> None:
        async with gate:
            for prompt in bare_prompts(sample):
                await call(prompt)

    await asyncio.gather(*(both(sample) for sample in samples))


async def run_aiohttp(url: str, samples: list[Sample], at_once: int) -> Timing:
    import aiohttp

    connector = aiohttp.TCPConnector(limit=at_once)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def call(prompt: Prompt) -> None:
            body = {
                "model": "stub",
                "messages": prompt.messages("json_schema"),
                "response_format": prompt.response_format("json_schema"),
                "temperature": 0,
            }
            async with session.post(f"{url}/chat/completions", json=body) as reply:
                await reply.json()

        await with_bare_calls(samples[:1], 1, call)
        with Timing() as timing:
            await with_bare_calls(samples, at_once, call)
    return timing


async def run_litellm(url: str, samples: list[Sample], at_once: int) -> Timing:
    import litellm

    async def call(prompt: Prompt) -> None:
        await litellm.acompletion(
            model="openai/stub",
            api_base=url,
            api_key="none",
            messages=list(prompt.messages("json_schema")),
            response_format=prompt.response_format("json_schema"),
            temperature=0,
            timeout=60,
            max_retries=0,
        )

    await with_bare_calls(samples[:1], 1, call)
    with Timing() as timing:
        await with_bare_calls(samples, at_once, call)
    return timing


async def run_scorer(
    url: str, samples: list[Sample], at_once: int, *, mode: Any
) -> Timing:
    judge = LiteLLMJudge("openai/stub", api_base=url, mode=mode, at_once=at_once)
    scorer = HallucinationScorer(judge)
    await scorer.ascore(samples[0])
    with Timing() as timing:
        async for result in scorer.score_many(samples, concurrency=at_once):
            assert result.status == "scored", result.error
    return timing


class Timing:
    """Wall and CPU seconds of a block."""

    def __enter__(self) -> Timing:
        self.wall_s, self.cpu_s = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall_s = time.perf_counter() - self.wall_s
        self.cpu_s = time.process_time() - self.cpu_s


async def run_contender(name: str, url: str, count: int, at_once: int) -> None:
    for variable, value in BEFORE_IMPORT.items():
        if variable != HANDLER or name != "litellm":
            os.environ.setdefault(variable, value)
    samples = [sample for sample, _ in make_samples(count)]
    if name == "aiohttp":
        timing = await run_aiohttp(url, samples, at_once)
    elif name.startswith("litellm"):
        timing = await run_litellm(url, samples, at_once)
    else:
        timing = await run_scorer(url, samples, at_once, mode=name)
    write(json.dumps({"wall_s": timing.wall_s, "cpu_s": timing.cpu_s}))


def report(options: argparse.Namespace) -> None:
    for at_once in options.at_once:
        command = [sys.executable, str(STUB), "--latency-ms", str(options.latency_ms)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stub:
            assert stub.stdout is not None
            url = stub.stdout.readline().strip()
            write(
                f"\n{options.samples} samples, {at_once} at a time, "
                f"{options.latency_ms:g} ms: load {os.getloadavg()[0]:.1f}"
            )
            write("contender          wall s  CPU s  ms a call  calls  tokens in, out")
            for name in ("aiohttp", "litellm", "litellm-handler", "thorough", "fast"):
                row(name, url, options.samples, at_once)
            stub.terminate()


def row(name: str, url: str, samples: int, at_once: int) -> None:
    root = url.removesuffix("/v1")
    with urlopen(f"{root}/reset"):
        pass
    command = [sys.executable, __file__, "--contender", name, "--url", url]
    command += ["--samples", str(samples), "--at-once", str(at_once)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    timing = json.loads(done.stdout.splitlines()[-1])
    with urlopen(f"{root}/stats") as reply:
        stats = json.load(reply)
    calls = stats["requests"]
    tokens_in = (stats["prompt_tokens"] + stats["schema_tokens"]) / (samples + 1)
    write(
        f"{name:18} {timing['wall_s']:6.2f} {timing['cpu_s']:6.2f} "
        f"{timing['cpu_s'] / calls * 1000:10.2f} {calls:6} "
        f"{tokens_in:10.0f}, {stats['reply_tokens'] / (samples + 1):.0f}"
    )


def report_faults(options: argparse.Namespace) -> None:
    """Print what one fault in twenty, of each kind and of all, does to a batch."""
    spec = importlib.util.spec_from_file_location("stub_server", STUB)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["stub_server"] = module
    spec.loader.exec_module(module)
    samples = make_samples(options.samples)
    write("faults                 seed  calls  x clean  thrown  wall s  lost  wrong")
    with module.StubServer() as stub:
        for kinds in [(), *((kind,) for kind in FAULTS), FAULTS]:
            for seed in range(options.seeds if kinds else 1):
                stub.faults, stub.seed = dict.fromkeys(kinds, 0.05), seed
                stub.requests.clear()
                stub.seen.clear()
                stub.faulted.clear()
                lost, wrong, wall_s = asyncio.run(score_under_faults(stub.url, samples))
                name = "all at once" if len(kinds) > 1 else "".join(kinds) or "none"
                calls = len(stub.requests)
                write(
                    f"{name:22} {seed:4} {calls:6} {calls / 2 / len(samples):8.3f} "
                    f"{sum(stub.faulted.values()):7} {wall_s:7.2f} {lost:5} {wrong:6}"
                )


async def score_under_faults(
    url: str, samples: list[tuple[Sample, float]]
) -> tuple[int, int, float]:
    judge = LiteLLMJudge("openai/stub", api_base=url, timeout_s=2, backoff_s=0.05)
    truth = {id(sample): share for sample, share in samples}
    lost = wrong = 0
    started = time.perf_counter()
    scorer = HallucinationScorer(judge)
    async for result in scorer.score_many([sample for sample, _ in samples]):
        scored = result.status == "scored"
        lost += not scored
        wrong += scored and result.share != truth[id(result.sample)]
    return lost, wrong, time.perf_counter() - started


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--latency-ms", type=float, default=300)
    parser.add_argument("--at-once", type=int, nargs="+", default=[32, 256])
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--contender", help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.contender:
        asyncio.run(
            run_contender(
                chosen.contender, chosen.url, chosen.samples, chosen.at_once[0]
            )
        )
    elif chosen.faults:
        report_faults(chosen)
    else:
        report(chosen)
