"""Prints what an offline batch does with two cores, and what it leaves to the pages.

    python tests/benchmarks/offline_batch.py [SAMPLES]

First a quarter of the samples on one core with one process, then a quarter on two with
two: that gives the ratio. Then all of them, 10,000 unless said otherwise, with the
server as a user starts it, while the Runs page is opened once a second through
Streamlit's own websocket, by a new session each time, as by a browser that is new. All
figures are of the time from a tenth to nine tenths of the samples, so that starting and
ending do not count. Linux only; other programs on the machine spoil all of it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import websockets
from sqlalchemy import Engine
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from dashboard import actions
from dashboard.scoring import Sample
from storage.batches import get_batch
from storage.database import open_database
from storage.runs import count_statuses
from storage.values import RunSettings

SAMPLES = 10_000
CORES = sorted(os.sched_getaffinity(0))[:2]
TICKS = os.sysconf("SC_CLK_TCK")
WORK = """
import sys, time
from dashboard.worker import Worker
from storage.database import open_database
from storage.runs import count_statuses
engine = open_database(sys.argv[1])
worker = Worker(engine, processes=int(sys.argv[2]))
worker.start()
while any(count_statuses(engine)[word] for word in ("queued", "running")):
    time.sleep(0.2)
worker.stop()
"""
OUTPUT = (
    "The bridge {n} was opened in {year} after {b} years of work. It is {c} metres long"
    " and carries {d} lanes of traffic. The city of Lund paid {e} million crowns for"
    " it. Engineers from Denmark planned the towers. No toll was ever asked for."
)
CONTEXT = (
    "The bridge {n} was opened in {year} after {b} years of work. It is {c} metres long"
    " and carries {d} lanes of traffic. The city of Lund paid {e} million crowns for"
    " it. Danish engineers planned its towers. Crossing it was always free of charge."
    " The rail line beside it was closed in 1999.",
    "The ferry {n} stopped running when the bridge opened; it had carried {f} people.",
)


@dataclass
class Seen:
    """What a batch did from a tenth to nine tenths of its samples."""

    per_s: float = 0.0
    cores: list[float] = field(default_factory=list)
    ours: float = 0.0
    most_mib: float = 0.0
    page_s: list[float] = field(default_factory=list)


def main() -> None:
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    with tempfile.TemporaryDirectory() as folder:
        few = samples // 4
        one = worked(Path(folder) / "one.db", few, cores=CORES[:1], processes=1)
        two = worked(Path(folder) / "two.db", few, cores=CORES, processes=2)
        whole = served(Path(folder) / "all.db", samples)
    sys.stdout.write(
        f"one core, one process, samples per second    {one.per_s:8.1f}\n"
        f"two cores, two processes, samples per second {two.per_s:8.1f}"
        f"   ({two.per_s / one.per_s:.2f} times one core's)\n"
        f"  busy: {said(two)}\n"
        f"server and pages, samples per second         {whole.per_s:8.1f}"
        f"   ({samples} samples)\n"
        f"  busy: {said(whole)}\n"
        f"  most memory of all its processes, MiB      {whole.most_mib:8.0f}\n"
        f"  Runs page opened {len(whole.page_s)} times, seconds:"
        f" median {statistics.median(whole.page_s):.3f},"
        f" p95 {sorted(whole.page_s)[int(len(whole.page_s) * 0.95)]:.3f},"
        f" most {max(whole.page_s):.3f}\n"
    )


def said(seen: Seen) -> str:
    each = ", ".join(f"{share:.0%}" for share in seen.cores)
    return f"{each} of the cores; {seen.ours:.0%} of both by this program alone"


def worked(file: Path, samples: int, *, cores: list[int], processes: int) -> Seen:
    """Let a worker without pages do a batch on these cores."""
    engine, batch = filled(file, samples)
    command = [sys.executable, "-c", WORK, str(file), str(processes)]
    with running(command, cores) as pid:
        return asyncio.run(watched(engine, batch, pid))


def served(file: Path, samples: int) -> Seen:
    """Let the server do a batch while its pages are opened."""
    engine, batch = filled(file, samples)
    port = free_port()
    command = [sys.executable, "-m", "dashboard", "--port", str(port), "--db", file]
    with running([str(word) for word in command], CORES) as pid:
        wait_for(lambda: answers(port))
        address = f"ws://127.0.0.1:{port}/_stcore/stream"
        return asyncio.run(watched(engine, batch, pid, pages_at=address))


async def watched(
    engine: Engine, batch: int, pid: int, *, pages_at: str | None = None
) -> Seen:
    """Return what was seen while the batch went from a tenth to nine tenths."""
    found = get_batch(engine, batch)
    assert found is not None
    if pages_at is not None:
        await opened(pages_at, "runs")  # the first one imports what pages need
    seen = Seen()
    while (done := count_statuses(engine)["scored"]) < found.runs * 0.1:
        await asyncio.sleep(0.05)
    first, began, cores, ours = done, time.perf_counter(), busy_ticks(), tree_ticks(pid)
    while (done := count_statuses(engine)["scored"]) < found.runs * 0.9:
        seen.most_mib = max(seen.most_mib, tree_mib(pid))
        if pages_at is not None:
            seen.page_s.append(await opened(pages_at, "runs"))
        await asyncio.sleep(1.0 if pages_at else 0.2)
    took = time.perf_counter() - began
    seen.per_s = (done - first) / took
    seen.cores = [
        (after - before) / TICKS / took
        for before, after in zip(cores, busy_ticks(), strict=True)
    ]
    seen.ours = (tree_ticks(pid) - ours) / TICKS / took / len(CORES)
    return seen


async def opened(address: str, page: str) -> float:
    """Open a page in a new session and return the seconds until it is complete."""
    started = time.perf_counter()
    async with websockets.connect(
        address, subprotocols=[websockets.Subprotocol("streamlit")], max_size=None
    ) as tab:
        message = BackMsg()
        message.rerun_script.page_name = page
        await tab.send(message.SerializeToString())
        while True:
            answer = ForwardMsg()
            answer.ParseFromString(bytes(await tab.recv(decode=False)))
            if answer.WhichOneof("type") == "script_finished":
                return time.perf_counter() - started


def filled(file: Path, samples: int) -> tuple[Engine, int]:
    """Return a database with a batch of samples of about five claims."""
    engine = open_database(file)
    queued = actions.queue(
        engine,
        [sample(n) for n in range(samples)],
        RunSettings(),
        source="code",
        batch_name="bridges",
    )
    assert queued.batch_id is not None
    return engine, queued.batch_id


def sample(n: int) -> Sample:
    """Return a sample like no other; of three, one says a wrong year."""
    facts = {
        "n": n,
        "b": n % 7 + 2,
        "c": n % 900 + 100,
        "d": n % 4 + 2,
        "e": n % 50 + 5,
    }
    facts |= {"f": n * 3 + 1000, "year": 1900 + n % 80}
    wrong = facts | {"year": facts["year"] + 10 * (n % 3 == 0)}
    return Sample(OUTPUT.format(**wrong), [text.format(**facts) for text in CONTEXT])


@contextmanager
def running(command: list[str], cores: list[int]) -> Iterator[int]:
    """Run a program and all it starts on these cores; give its number."""
    process = subprocess.Popen(
        command,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def busy_ticks() -> list[int]:
    """Return for how many ticks each core has had something to do, for anybody."""
    lines = Path("/proc/stat").read_text(encoding="ascii").splitlines()
    numbers = {line.split()[0]: line.split()[1:9] for line in lines}
    found = []
    for core in CORES:
        user, nice, system, _idle, _waits, *interrupts = numbers[f"cpu{core}"]
        found.append(sum(map(int, (user, nice, system, *interrupts))))
    return found


def tree(pid: int) -> list[int]:
    """Return a process and everything that it started."""
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        texts = [(task / "children").read_text(encoding="ascii") for task in tasks]
    except OSError:
        return []
    return [
        pid,
        *(more for text in texts for id in text.split() for more in tree(int(id))),
    ]


def tree_ticks(pid: int) -> int:
    ticks = 0
    for each in tree(pid):
        fields = Path(f"/proc/{each}/stat").read_text(encoding="ascii").rpartition(")")
        ticks += sum(map(int, fields[2].split()[11:13]))
    return ticks


def tree_mib(pid: int) -> float:
    """Return what all processes hold; a page that they share counts once."""
    kib = 0
    for each in tree(pid):
        text = Path(f"/proc/{each}/smaps_rollup").read_text(encoding="ascii")
        (line,) = [line for line in text.splitlines() if line.startswith("Pss:")]
        kib += int(line.split()[1])
    return kib / 1024


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
    except OSError:
        return False
    return True


def wait_for(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.05)


if __name__ == "__main__":
    main()
