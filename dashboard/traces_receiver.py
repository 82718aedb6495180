"""Receives OTLP over HTTP on loopback and gathers spans until a trace is complete."""

from __future__ import annotations

import json
import logging
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from dashboard.traces_spans import Span, spans_of
from dashboard.traces_wire import read_request

log = logging.getLogger(__name__)

PORT = 4318
"""Where OTLP over HTTP is sent unless an SDK is told otherwise."""
LARGEST_BODY = 64 * 1024 * 1024
"""Bytes of one request, also when unpacked."""
QUIET_S = 2.0
"""How long a trace with its root must be quiet to be complete."""
LONGEST_WAIT_S = 120.0
"""How long a trace may be quiet whose root never came."""
MOST_SPANS = 100_000
"""Spans gathered at most; then the oldest traces are taken as complete."""

Take = Callable[[Sequence[Span]], None]
"""Told of all spans of a trace once it is complete."""


@dataclass(slots=True)
class _Trace:
    spans: list[Span] = field(default_factory=list)
    heard_at: float = 0.0
    has_root: bool = False


class Gathering:
    """The spans of traces that are not complete yet: SDKs send them in pieces."""

    def __init__(self, take: Take) -> None:
        """Make an empty one; ``take`` is told of complete traces."""
        self._take = take
        self._traces: dict[str, _Trace] = {}
        self._lock = threading.Lock()

    def add(self, spans: Sequence[Span], *, now: float) -> None:
        """Keep spans with the others of their traces."""
        with self._lock:
            for span in spans:
                trace = self._traces.setdefault(span.trace_id, _Trace())
                trace.spans.append(span)
                trace.heard_at = now
                trace.has_root |= span.parent_id is None

    def release(self, *, now: float) -> int:
        """Hand over the traces that are complete and return how many there were."""
        with self._lock:
            done = [id for id, trace in self._traces.items() if _is_done(trace, now)]
            number = sum(len(trace.spans) for trace in self._traces.values())
            for id, trace in self._traces.items():
                if number <= MOST_SPANS:
                    break
                if id not in done:
                    done.append(id)
                number -= len(trace.spans)
            complete = [self._traces.pop(id) for id in done]
        for trace in complete:
            self._take(trace.spans)
        return len(complete)

    def release_all(self) -> int:
        """Hand over everything, complete or not."""
        return self.release(now=float("inf"))


def _is_done(trace: _Trace, now: float) -> bool:
    quiet_s = now - trace.heard_at
    return quiet_s > (QUIET_S if trace.has_root else LONGEST_WAIT_S)


class TraceReceiver:
    """An OTLP/HTTP endpoint on loopback, in threads of its own."""

    def __init__(self, take: Take, *, port: int = PORT) -> None:
        """Begin to listen; port 0 takes a free one.

        Raises:
            OSError: If the port is taken.
        """
        self._gathering = Gathering(take)
        self._ended = threading.Event()
        self._server = ThreadingHTTPServer(
            ("127.0.0.1", port), _handler(self._gathering)
        )
        self.port = int(self._server.server_address[1])
        self._threads = [
            threading.Thread(target=self._server.serve_forever, daemon=True),
            threading.Thread(target=self._release, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop listening and hand over what has arrived."""
        self._server.shutdown()
        self._server.server_close()
        self._ended.set()
        for thread in self._threads:
            thread.join()
        self._gathering.release_all()

    def _release(self) -> None:
        while not self._ended.wait(QUIET_S / 4):
            self._gathering.release(now=time.monotonic())


def _handler(gathering: Gathering) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            kind = self.headers.get_content_type()
            # anything else a web page could send here without asking first
            if kind not in ("application/json", "application/x-protobuf"):
                self._answer(415, kind)
                return
            try:
                body = self._body()
                data = json.loads(body) if kind[-4:] == "json" else read_request(body)
            except (ValueError, zlib.error) as error:
                log.warning("a request was refused: %s", error)
                self._answer(400, kind)
                return
            if self.path.rstrip("/").endswith("/traces"):
                gathering.add(spans_of(data), now=time.monotonic())
            self._answer(200, kind)

        def _body(self) -> bytes:
            length = int(self.headers.get("Content-Length", "0"))
            if length > LARGEST_BODY:
                raise ValueError(f"{length} bytes are too many")
            body = self.rfile.read(length)
            if self.headers.get("Content-Encoding", "") != "gzip":
                return body
            unpacking = zlib.decompressobj(wbits=31)
            unpacked = unpacking.decompress(body, LARGEST_BODY)
            if unpacking.unconsumed_tail:
                raise ValueError("more bytes than are allowed, when unpacked")
            return unpacked

        def _answer(self, status: int, kind: str) -> None:
            body = b"{}" if kind == "application/json" else b""
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            log.debug(format, *args)

    return Handler
