"""Prints what 10,000 reruns of the pages do to the server's memory.

    python tests/benchmarks/reruns.py [RERUNS]

Streamlit's full garbage collection after every rerun is switched off
(`runner.postScriptGC`), so this shows that memory stays flat all the same. The reruns
go through Streamlit's own websocket, as a browser's do, in turn over the given pages.
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
from pathlib import Path

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from dashboard import actions
from dashboard.scoring import Sample
from storage.database import open_database
from storage.values import RunSettings

PAGES = ("", "runs", "analysis")
RUNS = 60
TABS = 5
"""Reruns are spread over this many sessions, one after the other."""


def resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


async def rerun(tab: websockets.ClientConnection, page: str) -> float:
    """Rerun a page and return the seconds until its script has finished."""
    message = BackMsg()
    message.rerun_script.page_name = page
    started = time.perf_counter()
    await tab.send(message.SerializeToString())
    while True:
        answer = ForwardMsg()
        answer.ParseFromString(bytes(await tab.recv(decode=False)))
        if answer.WhichOneof("type") == "script_finished":
            return time.perf_counter() - started


async def measure(port: int, pid: int, reruns: int) -> None:
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    sys.stdout.write("reruns   resident MiB   median ms a rerun\n")
    done = 0
    step = max(1, reruns // (2 * TABS))
    while done < reruns:
        async with websockets.connect(
            address, subprotocols=[websockets.Subprotocol("streamlit")], max_size=None
        ) as tab:
            for _ in range(2):
                times = [
                    await rerun(tab, PAGES[turn % len(PAGES)]) for turn in range(step)
                ]
                done += step
                sys.stdout.write(
                    f"{done:6d}   {resident_mib(pid):12.1f}"
                    f"   {statistics.median(times) * 1000:17.1f}\n"
                )


def fill(database: Path) -> None:
    """Queue runs for the pages to show; the server scores them as it starts."""
    engine = open_database(database)
    samples = [
        Sample(
            output=f"Tower {n} is {n + n % 2} metres high. It stands in Oslo.",
            context=[f"Tower {n} is {n} metres high and stands in Oslo."],
        )
        for n in range(100, 100 + RUNS)
    ]
    actions.queue(engine, samples, RunSettings(), source="code")
    engine.dispose()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    reruns = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "runs.db"
        fill(database)
        server = subprocess.Popen(
            [sys.executable, "-m", "dashboard", "--port", str(port), "--db", database],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ},
        )
        try:
            while True:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health")
                    break
                except OSError:
                    time.sleep(0.1)
            asyncio.run(measure(port, server.pid, reruns))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


if __name__ == "__main__":
    main()
