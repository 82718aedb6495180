"""What live scoring adds to each call of an application.

    python tests/benchmarks/live.py [--rate 0.1] [--rounds 20]

A function that asks an echo server on loopback is called 1,000 times a second, first
as it is, then decorated, in short turns so that a busy machine slows both alike;
printed is how long calls took, and what was stored.
"""

from __future__ import annotations

import argparse
import multiprocessing
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from dashboard.live import LiveRecorder, score_live

CALLS_PER_S = 1_000
DOCUMENT = "The bridge opened in 1937 and is 2.7 km long. " * 20
REPLY = b"The bridge opened in 1938 and is 2.7 km long.".ljust(512)


def serve(port: multiprocessing.Queue[int]) -> None:
    server = socket.create_server(("127.0.0.1", 0))
    port.put(server.getsockname()[1])
    connection, _ = server.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    while connection.recv(64):
        connection.sendall(REPLY)


def timed(call: Callable[[int], object], seconds: float) -> list[float]:
    """Return how long each call took, in ms, at a fixed pace."""
    took = []
    begun = time.perf_counter()
    for number in range(int(seconds * CALLS_PER_S)):
        wait = begun + number / CALLS_PER_S - time.perf_counter()
        if wait > 0:
            time.sleep(wait)
        start = time.perf_counter()
        call(number)
        took.append((time.perf_counter() - start) * 1_000)
    return took


def show(name: str, took: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(took, n=1_000)
    p50, p99, p999 = cuts[499], cuts[989], cuts[998]
    sys.stdout.write(
        f"{name:12} {len(took):6} calls  p50 {p50:.3f} ms  p99 {p99:.3f} ms"
        f"  p99.9 {p999:.3f} ms  max {max(took):.3f} ms\n"
    )
    return p50, p99


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--seconds", type=float, default=0.5)
    arguments.add_argument("--rate", type=float, default=0.1)
    arguments.add_argument("--rounds", type=int, default=20)
    options = arguments.parse_args()
    port: multiprocessing.Queue[int] = multiprocessing.Queue()
    server = multiprocessing.Process(target=serve, args=(port,), daemon=True)
    server.start()
    line = socket.create_connection(("127.0.0.1", port.get()))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def answer(number: int) -> str:
        line.sendall(f"question {number}".encode())
        return line.recv(1024).decode()

    with tempfile.TemporaryDirectory() as folder:
        scored = score_live(
            "offline",
            rate=options.rate,
            store=Path(folder) / "runs.db",
            context=lambda number: [f"Report {number}. {DOCUMENT}"],
        )(answer)
        recorder: LiveRecorder = scored.live  # type: ignore[attr-defined]
        scored(-1)
        recorder.flush(30)
        timed(answer, 1)
        plain: list[float] = []
        live: list[float] = []
        for _ in range(options.rounds):
            plain += timed(answer, options.seconds)
            live += timed(scored, options.seconds)
        p50, p99 = show("undecorated", plain)
        live_p50, live_p99 = show("decorated", live)
        stored = recorder.flush(60)
        sys.stdout.write(
            f"added        p50 {live_p50 - p50:+.3f} ms  p99 {live_p99 - p99:+.3f} ms"
            f"  at rate {options.rate:g}; {recorder.counts}, all stored: {stored}\n"
        )


if __name__ == "__main__":
    main()
