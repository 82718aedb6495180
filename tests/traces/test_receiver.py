"""OTLP over HTTP on loopback, from requests to runs."""

import gzip
import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from dashboard.traces_receiver import Gathering, TraceReceiver
from dashboard.traces_spans import Span, spans_of
from dashboard.traces_wire import read_request
from storage.database import open_database
from storage.runs import get_run, list_runs
from storage.values import RunFilter

REQUEST = (Path(__file__).parent / "request.binpb").read_bytes()


@pytest.fixture
def taken() -> list[Sequence[Span]]:
    return []


@pytest.fixture
def receiver(taken: list[Sequence[Span]]) -> Iterator[TraceReceiver]:
    receiver = TraceReceiver(taken.append, port=0)
    yield receiver
    receiver.close()


def post(port: int, body: bytes, path: str = "/v1/traces", **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", path, body, named)
    status = connection.getresponse().status
    connection.close()
    return status


PROTOBUF = {"Content_Type": "application/x-protobuf"}
JSON = {"Content_Type": "application/json; charset=utf-8"}


def test_protobuf_and_json_packed_or_not_are_received(
    receiver: TraceReceiver, taken: list[Sequence[Span]]
) -> None:
    written = json.dumps(read_request(REQUEST)).encode().replace(b"chat", b"json")

    packed = gzip.compress(REQUEST)

    statuses = [
        post(receiver.port, REQUEST, **PROTOBUF),
        post(receiver.port, packed, **PROTOBUF, Content_Encoding="gzip"),
        post(receiver.port, written, **JSON),
        post(receiver.port, b"anything", path="/v1/metrics", **PROTOBUF),
    ]
    receiver.close()

    assert statuses == [200, 200, 200, 400]
    assert [len(spans) for spans in taken] == [9]


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        pytest.param(b"{}", {"Content_Type": "text/plain"}, 415, id="a web page's"),
        pytest.param(b"{", JSON, 400, id="no JSON"),
        pytest.param(b"\x0a\x7f", PROTOBUF, 400, id="no protobuf"),
        pytest.param(b"x", JSON | {"Content_Encoding": "gzip"}, 400, id="not packed"),
        pytest.param(b"", JSON | {"Content_Length": "99999999999"}, 400, id="too big"),
        pytest.param(
            gzip.compress(b" " * (65 * 1024 * 1024)),
            JSON | {"Content_Encoding": "gzip"},
            400,
            id="too big when unpacked",
        ),
    ],
)
def test_what_is_no_request_is_refused(
    receiver: TraceReceiver, body: bytes, headers: dict[str, str], status: int
) -> None:
    assert post(receiver.port, body, **headers) == status


def test_a_trace_is_complete_when_its_root_is_there_and_it_is_quiet() -> None:
    spans = {span.name: span for span in spans_of(read_request(REQUEST))}
    taken: list[Sequence[Span]] = []
    gathering = Gathering(taken.append)

    gathering.add([spans["retrieve"]], now=100.0)
    without_root = gathering.release(now=110.0)
    gathering.add([spans["chat"], spans["chain"]], now=110.0)
    too_early = gathering.release(now=111.0)
    in_time = gathering.release(now=113.0)

    assert (without_root, too_early, in_time) == (0, 0, 1)
    assert [[span.name for span in trace] for trace in taken] == [
        ["retrieve", "chat", "chain"]
    ]


def test_what_is_sent_shows_as_live_runs_with_their_trace(tmp_path: Path) -> None:
    database = tmp_path / "runs.db"
    command = [
        sys.executable, "-m", "dashboard.traces", "--listen", "0",
        "--db", str(database), "--trace-url", "https://traces.example/{trace_id}",
    ]  # fmt: skip

    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = process.stderr.readline()
        port = int(address.rpartition(":")[2].partition("/")[0])
        status = post(port, REQUEST, **PROTOBUF)
        os.kill(process.pid, signal.SIGTERM)
        process.wait(60)

    engine = open_database(database)
    (summary,) = list_runs(engine, RunFilter())
    run = get_run(engine, summary.run_id)
    engine.dispose()
    assert status == 200
    assert run is not None
    assert run.source == "live"
    assert run.sample.output == "It opened in 1938."
    assert run.sample.metadata["trace_url"] == f"https://traces.example/{run.trace_id}"
    assert run.trace_id == spans_of(read_request(REQUEST))[0].trace_id


def test_a_file_that_is_no_json_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "spans.json"
    file.write_text("nonsense")
    command = [sys.executable, "-m", "dashboard.traces", str(file)]

    done = subprocess.run(
        [*command, "--db", str(tmp_path / "runs.db")], capture_output=True, text=True
    )

    assert done.returncode == 1
    assert done.stderr == f"{file}: line 1 is not JSON: Expecting value\n"
