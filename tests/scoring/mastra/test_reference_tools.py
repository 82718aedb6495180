"""Tool results in messages: the published table, row by row, and other libraries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from dashboard.scoring import InvalidSample
from dashboard.scoring.mastra import ToolResult, extract_tool_results


def called(id: str, state: str = "result", **more: Any) -> dict[str, Any]:
    return {"toolName": f"tool{id}", "toolCallId": id, "state": state} | more


def message(
    parts: list[dict[str, Any]],
    older: Sequence[dict[str, Any]] = (),
    role: str = "assistant",
) -> dict[str, Any]:
    return {
        "role": role,
        "content": {
            "parts": [{"type": "tool-invocation", "toolInvocation": p} for p in parts],
            "toolInvocations": older,
        },
    }


def found(messages: object) -> list[tuple[str, Any]]:
    return [(r.tool_call_id, r.result) for r in extract_tool_results(messages)]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        pytest.param(
            [message([called("1", result=5)]), message([called("2", result=6)])],
            [("1", 5), ("2", 6)],
            id="reproduced: in order, over all messages",
        ),
        pytest.param(
            [message([called("1", result=5)], role="user")],
            [("1", 5)],
            id="reproduced: of any role",
        ),
        pytest.param(
            [message([], [called("1", result=5)])],
            [("1", 5)],
            id="reproduced: the older place",
        ),
        pytest.param(
            [message([called("1", result="new")], [called("1", result="old")])],
            [("1", "new")],
            id="reproduced: merged by call id, parts win",
        ),
        pytest.param(
            [message(
                [called("1", result=1), called("3", result=3)],
                [called("1", result=0), called("2", result=2), called("3", result=0),
                 called("4", result=4)],
            )],
            [("1", 1), ("2", 2), ("3", 3), ("4", 4)],
            id="reproduced: older ones before the next that both have",
        ),
        pytest.param(
            [message([called("1", result=None)])],
            [("1", None)],
            id="reproduced: null is a result",
        ),
        pytest.param(
            [message([called("1", result="down", isError=True)])],
            [("1", "down")],
            id="reproduced: a result that is an error",
        ),
        pytest.param(
            [message([called("1", "call"), called("2", "output-error", result=1),
                      called("3")])],
            [],
            id="reproduced: calls without a result are none",
        ),
        pytest.param("It is 3.", [], id="reproduced: a text has none"),
        pytest.param({"text": "It is 3."}, [], id="improved: an object has none"),
        pytest.param(
            {"messages": [message([called("1", result=5)])]},
            [("1", 5)],
            id="improved: an object that holds messages",
        ),
    ],
)  # fmt: skip
def test_published_tool_results_are_found(
    messages: object, expected: list[tuple[str, Any]]
) -> None:
    assert found(messages) == expected


def test_improved_what_holds_no_messages_is_refused_with_a_sentence() -> None:
    with pytest.raises(InvalidSample, match="must be a list of them, got None"):
        extract_tool_results(None)


def test_fields_are_the_published_ones() -> None:
    (bare,) = extract_tool_results(
        [message([{"toolName": "now", "state": "result", "result": 5}])]
    )
    (whole,) = extract_tool_results(
        [message([called("1", args={"city": "Oslo"}, result=5)])]
    )

    assert bare.model_dump(by_alias=True) == {
        "toolName": "now", "toolCallId": "", "args": {}, "result": 5
    }  # fmt: skip
    assert whole.args == {"city": "Oslo"}


@dataclass
class ToolMessage:
    """As LangChain has it."""

    content: Any
    tool_call_id: str
    name: str | None = None
    status: str = "success"
    type: str = "tool"


@dataclass
class AIMessage:
    """As LangChain has it."""

    content: str
    tool_calls: list[dict[str, Any]]
    type: str = "ai"


OPENAI = [
    {"role": "user", "content": "How warm is it in Oslo?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "1",
                "type": "function",
                "function": {"name": "weather", "arguments": '{"city": "Oslo"}'},
            }
        ],
    },
    {"role": "tool", "tool_call_id": "1", "content": "21 degrees"},
]
RESPONSES = [
    {"type": "function_call", "call_id": "1", "name": "weather",
     "arguments": '{"city": "Oslo"}'},
    {"type": "function_call_output", "call_id": "1", "output": "21 degrees"},
]  # fmt: skip
ANTHROPIC = [
    {"role": "assistant", "content": [
        {"type": "text", "text": "Let me see."},
        {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Oslo"}}]},
    {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "1",
         "content": [{"type": "text", "text": "21 degrees"}]}]},
]  # fmt: skip
AI_SDK = [
    {"role": "assistant", "content": [
        {"type": "tool-call", "toolCallId": "1", "toolName": "weather",
         "input": {"city": "Oslo"}}]},
    {"role": "tool", "content": [
        {"type": "tool-result", "toolCallId": "1", "toolName": "weather",
         "output": {"type": "text", "value": "21 degrees"}}]},
]  # fmt: skip
AI_SDK_PARTS = [
    {"role": "assistant", "parts": [
        {"type": "tool-weather", "toolCallId": "1", "state": "output-available",
         "input": {"city": "Oslo"}, "output": "21 degrees"}]},
]  # fmt: skip
LANGCHAIN = [
    AIMessage("", [{"name": "weather", "args": {"city": "Oslo"}, "id": "1"}]),
    ToolMessage("21 degrees", "1"),
]


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param(OPENAI, id="OpenAI"),
        pytest.param(RESPONSES, id="OpenAI responses"),
        pytest.param(ANTHROPIC, id="Anthropic"),
        pytest.param(AI_SDK, id="AI SDK messages"),
        pytest.param(AI_SDK_PARTS, id="AI SDK parts"),
        pytest.param(LANGCHAIN, id="LangChain"),
    ],
)
def test_improved_tool_results_of_other_libraries_are_found(messages: object) -> None:
    assert extract_tool_results(messages) == [
        ToolResult(
            tool_name="weather",
            tool_call_id="1",
            args={"city": "Oslo"},
            result="21 degrees",
        )
    ]


@pytest.mark.parametrize(
    "messages",
    [
        [{"role": "assistant", "tool_calls": ["?", None, {"function": 3}]}],
        [{"role": "assistant", "content": [None, 4, {"type": "tool_use"}]}],
        [{"role": "assistant", "content": {"parts": [3], "toolInvocations": "?"}}],
        [{"content": {"parts": [{"type": "tool-invocation"}]}}, 4, None, "?"],
        {"choices": [{}, 3]},
    ],
)
def test_malformed_messages_hold_no_results(messages: object) -> None:
    assert extract_tool_results(messages) == []


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (OPENAI[1:], "Result of weather:\n21 degrees"),
        (
            [message([called("1", result={"t": [1, 2.5]})])],
            'Result of tool1:\n{\n  "t": [\n    1,\n    2.5\n  ]\n}',
        ),
        ([ToolMessage("no answer", "9", "weather", "error")],
         "Error of weather:\nno answer"),
        ([{"role": "tool", "content": "5"}], "Result of a tool:\n5"),
    ],
)  # fmt: skip
def test_results_are_written_readably_and_without_arguments(
    message: object, text: str
) -> None:
    assert [str(result) for result in extract_tool_results(message)] == [text]
