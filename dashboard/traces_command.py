"""``python -m dashboard.traces``: score a file of spans, or what is sent to us."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dashboard.live_calls import Heard
from dashboard.live_outboxes import close
from dashboard.live_recorder import LiveRecorder
from dashboard.scoring import Sample
from dashboard.settings import read_settings
from dashboard.traces import Traces, read_traces, samples_of
from dashboard.traces_receiver import PORT, TraceReceiver
from dashboard.traces_spans import Span


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the command line says."""
    logging.basicConfig(level=logging.WARNING)
    given = _parser().parse_args(arguments)
    recorder = LiveRecorder(
        given.judge,
        name=given.name,
        rate=given.rate,
        store=given.db,
        trace_url=given.trace_url,
    )
    for path in given.files:
        try:
            traces = read_traces(path)
        except (ValueError, OSError) as error:
            sys.exit(f"{path}: {error}")
        record(recorder, traces)
        _say(f"{path.name}: {_counts(traces)}")
    if given.listen is not None:
        _listen(recorder, given.listen)
    close()


def record(recorder: LiveRecorder, traces: Traces) -> None:
    """Queue the samples of traces to be scored; a trace's id decides at a rate."""
    for sample in traces.samples:

        def heard(metadata: dict[str, Any], sample: Sample = sample) -> Heard:
            own = {**sample.metadata, **metadata}
            return Heard(
                Sample(sample.output, sample.context, sample.input, metadata=own)
            )

        recorder.record(sample.metadata["trace_id"], heard)


def _listen(recorder: LiveRecorder, port: int) -> None:
    def take(spans: Sequence[Span]) -> None:
        record(recorder, samples_of(spans))

    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    try:
        receiver = TraceReceiver(take, port=port)
    except OSError as error:
        sys.exit(f"port {port} cannot be used: {error.strerror}")
    _say(f"receiving OTLP at http://127.0.0.1:{receiver.port}/v1/traces")
    ended.wait()
    receiver.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m dashboard.traces",
        description="Score what traces say: files of spans, or spans sent to us.",
    )
    add = parser.add_argument
    add("files", nargs="*", type=Path, help="OTLP/JSON, or spans as SDKs print them")
    add(
        "--listen",
        nargs="?",
        type=int,
        const=PORT,
        metavar="PORT",
        help=f"receive OTLP over HTTP on 127.0.0.1 (port {PORT})",
    )
    add("--judge", default=read_settings().judge, help="'offline', or a LiteLLM model")
    add("--rate", type=float, default=1.0, help="the part of the traces, 0 to 1")
    add("--db", metavar="URL|PATH", help="the database to use")
    add("--trace-url", help="where a trace can be seen, with {trace_id}")
    add("--name", default="live: traces", help="what the runs are filed under")
    return parser


def _counts(traces: Traces) -> str:
    return (
        f"{len(traces.samples)} traces to score, {traces.without_answer} without an"
        f" answer, {traces.without_context} with nothing to check against"
    )


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
