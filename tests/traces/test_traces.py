"""Spans of an application become samples."""

import json
from pathlib import Path
from typing import Any

import pytest

from dashboard.traces import Traces, read_traces, samples_of
from dashboard.traces_spans import spans_of, spans_of_text
from dashboard.traces_wire import read_request

REQUEST = (Path(__file__).parent / "request.binpb").read_bytes()
"""As the OpenTelemetry SDK for Python sends it: chain, retriever, chat."""


def typed(value: Any) -> dict[str, Any]:
    if isinstance(value, list):
        return {"arrayValue": {"values": [typed(item) for item in value]}}
    if isinstance(value, dict):
        return {"kvlistValue": {"values": attributes(value)}}
    return {"intValue" if isinstance(value, int) else "stringValue": value}


def attributes(values: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": typed(value)} for key, value in values.items()]


def span(
    number: int,
    values: dict[str, Any],
    *,
    parent: int = 0,
    trace: str = "t1",
    events: tuple[tuple[str, dict[str, Any]], ...] = (),
) -> dict[str, Any]:
    return {
        "traceId": trace,
        "spanId": f"s{number}",
        "parentSpanId": f"s{parent}" if parent else "",
        "name": f"span {number}",
        "startTimeUnixNano": str(10**18 + number),
        "attributes": attributes(values),
        "events": [
            {"name": name, "attributes": attributes(more)} for name, more in events
        ],
    }


def otlp(*spans: dict[str, Any]) -> dict[str, Any]:
    return {
        "resourceSpans": [
            {
                "resource": {"attributes": attributes({"service.name": "bridges"})},
                "scopeSpans": [{"spans": list(spans)}],
            }
        ]
    }


def read(*spans: dict[str, Any]) -> Traces:
    return samples_of(spans_of(otlp(*spans)))


def text_parts(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


GENAI_CHAT = {
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "gpt-5-mini",
    "gen_ai.system_instructions": json.dumps(
        [{"type": "text", "content": "The bridge is red."}]
    ),
    "gen_ai.input.messages": json.dumps(
        [
            text_parts("user", "When did it open?"),
            {"role": "tool", "parts": [
                {"type": "tool_call_response", "id": "1", "response": {"year": 1937}}]},
        ]
    ),
    "gen_ai.output.messages": json.dumps([text_parts("assistant", "In 1938.")]),
}  # fmt: skip


def test_a_chat_span_of_the_genai_conventions_is_a_sample() -> None:
    (sample,) = read(span(1, GENAI_CHAT)).samples

    assert sample.output == "In 1938."
    assert sample.input == "When did it open?"
    assert sample.context == (
        'Result of a tool:\n{\n  "year": 1937\n}',
        "The bridge is red.",
    )
    assert dict(sample.metadata) == {
        "trace_id": "t1",
        "model": "gpt-5-mini",
        "service": "bridges",
    }


def test_messages_may_be_real_lists_or_stand_in_an_event() -> None:
    structured = {
        name: json.loads(value)
        for name, value in GENAI_CHAT.items()
        if name.endswith(("messages", "instructions"))
    }
    event = ("gen_ai.client.inference.operation.details", structured)

    as_lists = read(span(1, structured)).samples
    in_event = read(span(1, {}, events=(event,))).samples

    assert as_lists[0].output == in_event[0].output == "In 1938."
    assert len(as_lists[0].context) == 2
    assert in_event[0].context == as_lists[0].context[:1]


def test_messages_of_the_older_events_are_read() -> None:
    events = (
        ("gen_ai.system.message", {"content": "The bridge opened in 1937."}),
        ("gen_ai.user.message", {"content": "When?"}),
        ("gen_ai.tool.message", {"content": "It has 2 towers.", "id": "1"}),
        ("gen_ai.choice", {"index": 0, "message": {"content": "In 1938."}}),
    )

    (sample,) = read(span(1, {"gen_ai.system": "openai"}, events=events)).samples

    assert (sample.input, sample.output) == ("When?", "In 1938.")
    assert sample.context == (
        "Result of a tool:\nIt has 2 towers.",
        "The bridge opened in 1937.",
    )


def test_a_chain_of_open_inference_is_one_sample() -> None:
    chain = {
        "openinference.span.kind": "CHAIN",
        "input.value": json.dumps({"question": "When did it open?", "k": 2}),
        "output.value": json.dumps({"answer": "In 1938.", "sources": [1]}),
    }
    retriever = {
        "openinference.span.kind": "RETRIEVER",
        "retrieval.documents.1.document.content": "It is red.",
        "retrieval.documents.0.document.content": "The bridge opened in 1937.",
        "retrieval.documents.0.document.score": 1,
    }
    tool = {
        "openinference.span.kind": "TOOL",
        "tool.name": "towers",
        "output.value": "2",
    }
    model = {
        "openinference.span.kind": "LLM",
        "llm.model_name": "gpt-5-mini",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.contents.0.message_content.type": "text",
        "llm.input_messages.0.message.contents.0.message_content.text": "Q: When?",
        "llm.input_messages.1.message.role": "tool",
        "llm.input_messages.1.message.content": "2",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": "Draft: in 1938.",
    }

    (sample,) = read(
        span(4, model, parent=1),
        span(3, tool, parent=1),
        span(2, retriever, parent=1),
        span(1, chain),
    ).samples

    assert (sample.input, sample.output) == ("When did it open?", "In 1938.")
    assert sample.context == (
        "The bridge opened in 1937.",
        "It is red.",
        "Result of towers:\n2",
    )
    assert sample.metadata["model"] == "gpt-5-mini"


def test_numbered_attributes_of_openllmetry_are_read() -> None:
    values = {
        "gen_ai.prompt.0.role": "system",
        "gen_ai.prompt.0.content": "The bridge opened in 1937.",
        "gen_ai.prompt.1.role": "user",
        "gen_ai.prompt.1.content": "When?",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.content": "In 1938.",
    }

    (sample,) = read(span(1, values)).samples

    assert (sample.input, sample.output) == ("When?", "In 1938.")
    assert sample.context == ("The bridge opened in 1937.",)


def test_without_a_text_at_the_root_the_last_answer_counts() -> None:
    def said(text: str) -> dict[str, Any]:
        return {"gen_ai.output.messages": json.dumps([text_parts("assistant", text)])}

    document = {"gen_ai.retrieval.documents": json.dumps([{"content": "In 1937."}])}

    (sample,) = read(
        span(1, {"output.value": json.dumps({"steps": 3})}),
        span(2, said("Let me look."), parent=1),
        span(3, document, parent=1),
        span(4, said("In 1938."), parent=1),
        span(5, said(""), parent=1),
    ).samples

    assert sample.output == "In 1938."
    assert sample.context == ("In 1937.",)


def test_traces_are_kept_apart_and_what_cannot_be_checked_is_counted() -> None:
    retriever = {
        "openinference.span.kind": "RETRIEVER",
        "retrieval.documents.0.document.content": "Alone.",
        "output.value": "Alone.",
    }
    answer = {"llm.output_messages.0.message.content": "In 1938."}

    found = read(
        span(1, GENAI_CHAT, trace="t1"),
        span(2, GENAI_CHAT, trace="t2"),
        span(3, retriever, trace="t3"),
        span(4, answer, trace="t4"),
    )

    assert [sample.metadata["trace_id"] for sample in found.samples] == ["t1", "t2"]
    assert (found.without_answer, found.without_context) == (1, 1)


def test_a_request_in_protobuf_reads_like_one_in_json() -> None:
    spans = {span.name: span for span in spans_of(read_request(REQUEST))}

    chain, retriever = spans["chain"], spans["retrieve"]
    assert dict(chain.attributes) == {
        "openinference.span.kind": "CHAIN",
        "input.value": "When did it open?",
        "count": -3,
        "share": 0.5,
        "ok": True,
        "tags": ["a", "b"],
    }
    assert chain.events == (("note", {"text": "ünïcode"}),)
    assert (chain.parent_id, retriever.parent_id) == (None, chain.span_id)
    assert len(chain.trace_id) == 32
    assert chain.service == "bridges"
    (sample,) = samples_of(spans.values()).samples
    assert (sample.output, sample.context) == (
        "It opened in 1938.",
        ("The bridge opened in 1937.",),
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(REQUEST[:-3], id="cut off"),
        pytest.param(b"\x0a" + b"\xff" * 10 + b"\x01", id="too long"),
        pytest.param(b"\x0b\x0a", id="a wire type of old"),
        pytest.param(b"{}", id="JSON"),
    ],
)
def test_what_is_no_protobuf_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not an OTLP request in protobuf"):
        read_request(data)


PRINTED: dict[str, Any] = {
    "name": "chat",
    "context": {"trace_id": "0xAB01", "span_id": "0x02", "trace_state": "[]"},
    "parent_id": None,
    "start_time": "2026-01-01T00:00:00.000000Z",
    "attributes": GENAI_CHAT,
    "events": [],
    "resource": {"attributes": {"service.name": "printed"}},
}
EXPORTED: dict[str, Any] = {
    "name": "chain",
    "context": {"trace_id": "ab02", "span_id": "03"},
    "parent_id": None,
    "start_time": "2026-01-01T00:00:01",
    "attributes": {
        "openinference": {"span": {"kind": "LLM"}},
        "llm": {
            "input_messages": [{"message": {"role": "system", "content": "Red."}}],
            "output_messages": [{"message": {"role": "assistant", "content": "Blue."}}],
        },
    },
}


@pytest.mark.parametrize(
    ("text", "outputs"),
    [
        pytest.param(json.dumps(otlp(span(1, GENAI_CHAT))), ["In 1938."], id="OTLP"),
        pytest.param(
            "\n".join(json.dumps(otlp(span(1, GENAI_CHAT, trace=t))) for t in "ab"),
            ["In 1938.", "In 1938."],
            id="a request a line, as a collector writes",
        ),
        pytest.param(
            json.dumps(PRINTED, indent=4) + "\n" + json.dumps(PRINTED | EXPORTED),
            ["In 1938.", "Blue."],
            id="one after another, as SDKs print",
        ),
        pytest.param(json.dumps([EXPORTED]), ["Blue."], id="as Phoenix exports"),
        pytest.param('[3, null, {"name": "no ids"}]', [], id="nothing of the kind"),
    ],
)
def test_files_of_spans_are_read(tmp_path: Path, text: str, outputs: list[str]) -> None:
    file = tmp_path / "spans.json"
    file.write_text(text, encoding="utf-8")

    assert [sample.output for sample in read_traces(file).samples] == outputs


def test_what_is_no_json_is_refused_with_its_line() -> None:
    with pytest.raises(ValueError, match="line 2 is not JSON"):
        spans_of_text('{"a": 1}\nnonsense')
