"""A chat-completions server on loopback with known answers, latency and faults.

In tests: ``StubServer()`` in a ``with`` block runs in a thread. For benchmarks:
``python stub_server.py --port 9100 --latency-ms 300`` runs in a process of its own;
``GET /stats`` says what it saw since ``GET /reset``.

Unless something else is scripted, it judges by a rule anybody can follow: a claim is
contradicted when it holds a number that the context does not.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
LINE_NUMBER = re.compile(r"^(\d+)\. ")
Body = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the server does with one request."""

    text: str | None = None
    status: int = 200
    finish: str = "stop"
    headers: tuple[tuple[str, str], ...] = ()
    drop: bool = False
    hang: bool = False
    drip: bool = False
    raw: bytes | None = None


@dataclass(frozen=True)
class Request:
    """What the server was sent."""

    body: Body
    headers: dict[str, str]
    at: float

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def user(self) -> str:
        return str(self.body["messages"][-1]["content"])


def said(text: str, finish: str = "stop") -> Reply:
    return Reply(text=text, finish=finish)


def failed(status: int, message: str = "no", retry_after: str | None = None) -> Reply:
    headers = (("Retry-After", retry_after),) if retry_after is not None else ()
    return Reply(text=message, status=status, headers=headers)


def parts_of(user: str) -> dict[str, str]:
    """Return the fenced parts of a request by their names."""
    marker = user.split(maxsplit=1)[0]
    pieces = user.split(f"{marker}")[1:-1]
    parts = [piece.lstrip(" ").partition("\n") for piece in pieces]
    return {name: text.removesuffix("\n") for name, _, text in parts}


def numbered(text: str) -> dict[int, str]:
    lines = text.splitlines()
    return {
        int(m[1]): line[m.end() :] for line in lines if (m := LINE_NUMBER.match(line))
    }


def quote_for(claim: str, context: str) -> str:
    """Return a few words of the context around the number that the claim names."""
    for number in NUMBER.findall(claim):
        found = re.search(rf"(?:\S+ ){{0,2}}{re.escape(number)}(?!\d)", context)
        if found:
            return found.group()
    words = sorted(set(re.findall(r"\w{4,}", claim)), key=len, reverse=True)
    for word in words:
        found = re.search(rf"(?:\S+ ){{0,2}}{re.escape(word)}", context)
        if found:
            return found.group()
    return ""


def honest(body: Body) -> str:
    """Answer a request of ours by the rule of numbers."""
    parts = parts_of(body["messages"][-1]["content"])
    known = set(NUMBER.findall(parts.get("context", "")))
    if "score" in parts:
        return "The score is what the verdicts say."
    if "claims" in parts:
        verdicts = []
        for n, claim in numbered(parts["claims"]).items():
            bad = not set(NUMBER.findall(claim)) <= known
            quote = quote_for(claim, parts["context"])
            why = "another number" if bad else ""
            label = "contradicted" if bad else "supported"
            verdicts.append({"n": n, "quote": quote, "label": label, "why": why})
        return json.dumps({"verdicts": verdicts}, ensure_ascii=False)
    sentences = numbered(parts["output"])
    if "context" not in parts:
        return json.dumps({"claims": [str(n) for n in sentences]})
    claims = []
    for n, sentence in sentences.items():
        bad = not set(NUMBER.findall(sentence)) <= known
        why = quote_for(sentence, parts["context"])
        label = "contradicted" if bad else "supported"
        claims.append({"claim": str(n), "why": why, "label": label})
    return json.dumps({"claims": claims}, ensure_ascii=False)


@dataclass(eq=False)
class Behaviour:
    """What the server does, changed by tests while it runs."""

    answer: Callable[[Body], str | Reply] = honest
    script: deque[Reply] = field(default_factory=deque)
    latency_s: float = 0.0
    faults: dict[str, float] = field(default_factory=dict)
    seed: int = 0
    retry_after: str = "0"
    requests: list[Request] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    faulted: Counter[str] = field(default_factory=Counter)
    in_flight: int = 0
    most_in_flight: int = 0
    connections: set[Connection] = field(default_factory=set)

    def reply(self, body: Body) -> Reply:
        if self.script:
            return self.script.popleft()
        fault = self._fault(body)
        if fault == "429":
            return failed(429, "slow down", self.retry_after)
        if fault == "500":
            return failed(500, "boom")
        if fault == "timeout":
            return Reply(hang=True)
        if fault == "disconnect":
            return Reply(drop=True)
        answer = self.answer(body)
        reply = answer if isinstance(answer, Reply) else said(answer)
        if fault == "malformed":
            return said("Sure! Here is the JSON you asked for: {'claims: oops,")
        if fault == "truncated":
            text = reply.text or ""
            return said(text[: len(text) * 2 // 3], "length")
        return reply

    def _fault(self, body: Body) -> str | None:
        """Throw dice that depend on the request alone, not on who comes first."""
        if not self.faults:
            return None
        key = json.dumps(body["messages"])
        self.seen[key] += 1
        dice = hashlib.sha256(f"{self.seed} {self.seen[key]} {key}".encode()).digest()
        throw = int.from_bytes(dice[:6]) / 2**48
        for kind, share in self.faults.items():
            if throw < share:
                self.faulted[kind] += 1
                return kind
            throw -= share
        return None


def completion(body: Body, reply: Reply) -> bytes:
    text = reply.text or ""
    prompt = sum(len(m["content"]) for m in body["messages"]) // 4
    return json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1700000000,
            "model": body.get("model"),
            "choices": [
                {
                    "index": 0,
                    "finish_reason": reply.finish,
                    "message": {"role": "assistant", "content": reply.text},
                }
            ],
            "usage": {
                "prompt_tokens": prompt,
                "completion_tokens": len(text) // 4,
                "total_tokens": prompt + len(text) // 4,
            },
        },
        ensure_ascii=False,
    ).encode("utf-8", "surrogatepass")


class Connection(asyncio.Protocol):
    """One client; requests of one connection come one after the other."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.bytes = b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.behaviour.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        self.behaviour.connections.discard(self)

    def data_received(self, data: bytes) -> None:
        self.bytes += data
        head, gap, rest = self.bytes.partition(b"\r\n\r\n")
        if not gap:
            return
        lines = head.decode("latin-1").split("\r\n")
        pairs = (line.split(":", 1) for line in lines[1:])
        headers = {name.lower(): value.strip() for name, value in pairs}
        length = int(headers.get("content-length", "0"))
        if len(rest) < length:
            return
        self.bytes = rest[length:]
        if lines[0].startswith("GET"):
            self._report(lines[0].split()[1])
        else:
            self._take(json.loads(rest[:length]), headers)

    def _take(self, body: Body, headers: dict[str, str]) -> None:
        behaviour = self.behaviour
        behaviour.requests.append(Request(body, headers, time.monotonic()))
        behaviour.in_flight += 1
        behaviour.most_in_flight = max(behaviour.most_in_flight, behaviour.in_flight)
        reply = behaviour.reply(body)
        loop = asyncio.get_running_loop()
        loop.call_later(behaviour.latency_s, self._answer, body, reply)

    def _answer(self, body: Body, reply: Reply) -> None:
        self.behaviour.in_flight -= 1
        if self.transport is None or reply.hang:
            return
        if reply.drop:
            self.transport.abort()
        elif reply.drip:
            self.transport.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n"
            )
            self._drip()
        elif reply.raw is not None:
            self._send(200, reply.raw, ())
        elif reply.status == 200:
            self._send(200, completion(body, reply), reply.headers)
        else:
            error = {"error": {"message": reply.text, "type": "stub", "code": None}}
            self._send(reply.status, json.dumps(error).encode(), reply.headers)

    def _drip(self) -> None:
        """Send a blank now and then, for ever: each one resets a read time-out."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(b"1\r\n \r\n")
            asyncio.get_running_loop().call_later(0.02, self._drip)

    def _report(self, path: str) -> None:
        behaviour = self.behaviour
        if path == "/reset":
            behaviour.requests.clear()
            behaviour.most_in_flight = 0
        bodies = [request.body for request in behaviour.requests]
        formats = [json.dumps([b["response_format"]], separators=(",", ":"))
                   for b in bodies if "response_format" in b]  # fmt: skip
        stats = {
            "requests": len(bodies),
            "most_in_flight": behaviour.most_in_flight,
            "prompt_tokens": sum(
                sum(len(m["content"]) for m in b["messages"]) // 4 for b in bodies
            ),
            "schema_tokens": sum(len(form) // 4 for form in formats),
            "reply_tokens": sum(len(honest(b)) // 4 for b in bodies),
            "cpu_s": time.process_time(),
        }
        self._send(200, json.dumps(stats).encode(), ())

    def _send(
        self, status: int, payload: bytes, headers: tuple[tuple[str, str], ...]
    ) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        more = "".join(f"{name}: {value}\r\n" for name, value in headers)
        head = (
            f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n{more}"
            f"Content-Length: {len(payload)}\r\n\r\n"
        )
        self.transport.write(head.encode() + payload)


class StubServer(Behaviour):
    """The server in a thread; ``url`` is what a client calls ``api_base``."""

    url: str = ""

    def __enter__(self) -> StubServer:
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        started.wait(5)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _run(self, started: threading.Event) -> None:
        server = self._loop.run_until_complete(
            self._loop.create_server(lambda: Connection(self), "127.0.0.1", 0)
        )
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._loop.call_soon(started.set)
        self._loop.run_forever()
        server.close()
        for connection in list(self.connections):
            if connection.transport is not None:
                connection.transport.abort()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()


async def _serve(port: int, latency_s: float) -> None:
    behaviour = Behaviour(latency_s=latency_s)
    server = await asyncio.get_running_loop().create_server(
        lambda: Connection(behaviour), "127.0.0.1", port, backlog=4096
    )
    port = server.sockets[0].getsockname()[1]
    sys.stdout.write(f"http://127.0.0.1:{port}/v1\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A stub of a language model")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency-ms", type=float, default=0)
    options = parser.parse_args()
    asyncio.run(_serve(options.port, options.latency_ms / 1000))
