"""Reruns pages of a server of its own, as a browser would, and measures them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PAGES = {
    "Runs page": ("runs", ""),
    "Runs page, filtered and sorted": ("runs", "band=high&sort=worst&page=3"),
    "Analysis page": ("analysis", ""),
    "Batches page": ("batches", ""),
}
TURNS = 25
Measured = dict[str, tuple[float, float, float]]


def reruns(database: Path) -> Measured:
    """Return p50, p95 and CPU of each page's reruns in ms, and in kB what they send."""
    port = _free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "dashboard", "--port", str(port), "--db", database],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port)
        found = asyncio.run(_measure(port, server.pid))
        memory = _resident_mib(server.pid)
        found["the server's memory, MiB"] = memory, memory, 0.0
        return found
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


async def _measure(port: int, pid: int) -> Measured:
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    found: Measured = {}
    for name, (page, query) in PAGES.items():
        async with websockets.connect(
            address, subprotocols=[websockets.Subprotocol("streamlit")], max_size=None
        ) as tab:
            await _rerun(tab, page, query)
            before = _cpu_s(pid)
            turns = [await _rerun(tab, page, query) for _ in range(TURNS)]
            cpu = (_cpu_s(pid) - before) / TURNS * 1000
        took = sorted(seconds * 1000 for seconds, _ in turns)
        sizes = sorted(size / 1000 for _, size in turns)
        found[name] = statistics.median(took), took[int(0.95 * len(took))], cpu
        found[f"{name}, kB sent"] = statistics.median(sizes), sizes[-1], 0.0
    return found


async def _rerun(
    tab: websockets.ClientConnection, page: str, query: str
) -> tuple[float, int]:
    """Rerun a page; return the seconds until its end, and the bytes it sent."""
    message = BackMsg()
    message.rerun_script.page_name = page
    message.rerun_script.query_string = query
    started, size = time.perf_counter(), 0
    await tab.send(message.SerializeToString())
    while True:
        sent = bytes(await tab.recv(decode=False))
        size += len(sent)
        answer = ForwardMsg()
        answer.ParseFromString(sent)
        if answer.WhichOneof("type") == "script_finished":
            return time.perf_counter() - started, size


def _wait_for(port: int) -> None:
    answered = False
    while not answered:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health")
            answered = True
        except OSError:
            time.sleep(0.1)


def _resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
