"""Traces of an application become samples: question, documents, tool results, answer.

    python -m dashboard.traces spans.json                   score a file of spans
    python -m dashboard.traces --listen                     receive OTLP on loopback

Read are OpenTelemetry's GenAI spans, OpenInference's and OpenLLMetry's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dashboard import traces_reading as reading
from dashboard.live_calls import INPUT_NAMES, OUTPUT_NAMES
from dashboard.scoring import InvalidSample, Sample
from dashboard.scoring.messages import read_input, read_output, role_of, text_of
from dashboard.traces_spans import Span, spans_of_text


@dataclass(slots=True)
class Traces:
    """What traces gave.

    Attributes:
        samples: One a trace, in the order in which the traces began.
        without_answer: How many traces hold no text that a model answered.
        without_context: How many hold nothing that an answer could be checked against.
    """

    samples: list[Sample] = field(default_factory=list)
    without_answer: int = 0
    without_context: int = 0


def read_traces(path: Path) -> Traces:
    """Return the samples of a file of spans, as OTLP/JSON or as SDKs print them.

    Raises:
        ValueError: If it is no JSON.
        OSError: If it cannot be read.
    """
    return samples_of(spans_of_text(path.read_text(encoding="utf-8-sig")))


def samples_of(spans: Iterable[Span]) -> Traces:
    """Return one sample for each trace among spans, whatever their order."""
    by_trace: dict[str, list[Span]] = {}
    for span in sorted(spans, key=lambda span: span.start):
        by_trace.setdefault(span.trace_id, []).append(span)
    found = Traces()
    for trace in by_trace.values():
        answer = _answer(trace)
        context = _context(trace)
        if not answer:
            found.without_answer += 1
        elif not context:
            found.without_context += 1
        else:
            sample = Sample(answer, context, _question(trace), metadata=_about(trace))
            found.samples.append(sample)
    return found


def _answer(trace: Sequence[Span]) -> str:
    """Return what the application answered: the root's own text, else the last."""
    for root in _roots(trace):
        if reading.kind_of(root) in reading.NO_ANSWER:
            continue
        text = _said(reading.plain_value(root, "output"))
        if text or (text := reading.answered(root)):
            return text
    answers = [
        answer for span in trace if (answer := reading.answered(span)).strip()
    ]  # fmt: skip
    return answers[-1] if answers else ""


def _question(trace: Sequence[Span]) -> str | None:
    for root in _roots(trace):
        value = reading.plain_value(root, "input")
        if isinstance(value, Mapping):
            value = next((value[n] for n in INPUT_NAMES if value.get(n)), value)
        try:
            if text := read_input(value):
                return text
        except InvalidSample:
            continue
    users = [
        text_of(message)
        for span in trace
        for message in reading.asked(span)
        if role_of(message) == "user"
    ]
    return users[-1] if users else None


def _context(trace: Sequence[Span]) -> list[str]:
    """Return documents, tool results and system messages, each text once."""
    messages = [message for span in trace for message in reading.asked(span)]
    texts = [text for span in trace for text in reading.retrieved(span)]
    tools = [text for span in trace if (text := reading.tool_result(span)) is not None]
    # requests repeat the results of earlier steps, which tools' spans name better
    seen = {text.partition("\n")[2] for text in tools}
    tools += [
        text
        for text in reading.tool_messages(messages)
        if text.partition("\n")[2] not in seen
    ]
    system = [text_of(m) for m in messages if role_of(m) in ("system", "developer")]
    every = dict.fromkeys([*texts, *tools, *system])
    return [text for text in every if text.strip()]


def _about(trace: Sequence[Span]) -> dict[str, Any]:
    models = [
        model
        for span in trace
        for name in ("gen_ai.response.model", "gen_ai.request.model", "llm.model_name")
        if (model := span.attributes.get(name))
    ]
    about = {
        "trace_id": trace[0].trace_id,
        "model": models[-1] if models else None,
        "service": trace[0].service,
    }
    return {name: value for name, value in about.items() if value is not None}


def _roots(trace: Sequence[Span]) -> list[Span]:
    known = {span.span_id for span in trace}
    return [span for span in trace if span.parent_id not in known]


def _said(value: object) -> str:
    """Return the text that a chain's output is or holds; blank when it has none."""
    if isinstance(value, Mapping):
        value = next((value[n] for n in OUTPUT_NAMES if value.get(n)), value)
    try:
        return read_output(value).strip()
    except InvalidSample:
        return ""


if __name__ == "__main__":
    from dashboard.traces_command import main

    main()
