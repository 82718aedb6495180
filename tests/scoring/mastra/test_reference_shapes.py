"""Which outputs and inputs are read: the published table, row by row.

Each row says whether it is reproduced, or improved as `scorer-spec` says.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from dashboard.scoring import InvalidSample
from dashboard.scoring.messages import read_input, read_output


def assistant(*texts: str, **more: Any) -> dict[str, Any]:
    parts = [{"type": "text", "text": text} for text in texts]
    return {"role": "assistant", "content": {"format": 2, "parts": parts, **more}}


@dataclass
class Answer:
    """Stands for a library's message object."""

    type: str
    content: Any


TOOL_PART = {"type": "tool-invocation", "toolInvocation": {"state": "call"}}
USER = {"role": "user", "content": "How many?"}


@pytest.mark.parametrize(
    ("output", "text"),
    [
        pytest.param("Yes.", "Yes.", id="reproduced: a bare text"),
        pytest.param("", "", id="reproduced: an empty text"),
        pytest.param({"text": "Yes."}, "Yes.", id="reproduced: {text}"),
        pytest.param({"content": "Yes."}, "Yes.", id="reproduced: {content}"),
        pytest.param(
            {"role": "assistant", "text": "Yes."}, "Yes.", id="reproduced: with a role"
        ),
        pytest.param(
            [USER, {"role": "assistant", "content": "Yes."}],
            "Yes.",
            id="reproduced: a list of messages",
        ),
        pytest.param(assistant("Yes."), "Yes.", id="reproduced: a message with parts"),
        pytest.param(
            [assistant("", content="Yes.")], "Yes.", id="reproduced: content.content"
        ),
        pytest.param(
            [{"role": "assistant", "body": "Yes."}], "Yes.", id="reproduced: body"
        ),
        pytest.param(
            [{"role": "assistant", "parts": [{"type": "text", "text": "Yes."}]}],
            "Yes.",
            id="reproduced: parts of the message itself",
        ),
        pytest.param(
            [assistant("It is 3."), assistant("It is 4.")],
            "It is 3.\n\nIt is 4.",
            id="improved: all messages, not the last alone",
        ),
        pytest.param(
            [assistant("It is 3.", "It is 4.")],
            "It is 3.\n\nIt is 4.",
            id="improved: all parts, not the last alone",
        ),
        pytest.param(
            [{"role": "assistant", "content": [{"type": "text", "text": t}
              for t in ("It is ", "3", ", or 4.")]}],
            "It is 3, or 4.",
            id="improved: parts of one sentence stay together",
        ),
        pytest.param(
            [{"role": "assistant", "content": {"parts": [TOOL_PART]}}],
            "",
            id="reproduced: a message of tool calls says nothing",
        ),
        pytest.param(
            {"choices": [{"message": {"role": "assistant", "content": "Yes."}}]},
            "Yes.",
            id="improved: an OpenAI completion",
        ),
        pytest.param(
            {"output": [{"type": "message", "role": "assistant",
              "content": [{"type": "output_text", "text": "Yes."}]}]},
            "Yes.",
            id="improved: an OpenAI response",
        ),
        pytest.param(Answer("ai", "Yes."), "Yes.", id="improved: a LangChain message"),
        pytest.param(
            {"messages": [Answer("human", "?"), Answer("ai", "Yes.")]},
            "Yes.",
            id="improved: a LangGraph state",
        ),
    ],
)  # fmt: skip
def test_an_answer_is_read(output: object, text: str) -> None:
    assert read_output(output) == text


@pytest.mark.parametrize(
    ("output", "got"),
    [
        pytest.param(None, "got None", id="improved: null"),
        pytest.param(7, "got int: 7", id="improved: a number"),
        pytest.param({"answer": "Yes."}, "object with answer", id="improved: unknown"),
        pytest.param(["Yes.", "No."], "a list of str", id="improved: texts in a list"),
        pytest.param([], "an empty list", id="improved: an empty list"),
        pytest.param(
            {"role": "user", "content": "Yes."},
            "object of role 'user'",
            id="improved: another role",
        ),
        pytest.param([USER], "a list of dict", id="improved: no assistant message"),
        pytest.param({"text": 7}, "object with text", id="improved: no text"),
    ],
)
def test_an_answer_of_no_known_shape_is_refused_instead_of_scored_0(
    output: object, got: str
) -> None:
    with pytest.raises(InvalidSample, match="output must be a text") as refused:
        read_output(output)

    assert got in str(refused.value)


@pytest.mark.parametrize(
    ("answer", "text"),
    [("all", "One.\n\nTwo."), ("first", "One."), ("last", "Two.")],
)
def test_the_caller_may_name_the_part_that_counts(answer: Any, text: str) -> None:
    messages = [assistant(""), assistant("One."), assistant("Two."), assistant(" ")]

    assert read_output(messages, answer=answer) == text


@pytest.mark.parametrize(
    "input",
    [
        pytest.param("How many?", id="reproduced: a text"),
        pytest.param({"inputMessages": [USER]}, id="reproduced: inputMessages"),
        pytest.param(
            {"inputMessages": [{"role": "system", "content": "Be brief."}, USER,
              {"role": "user", "content": "And?"}], "rememberedMessages": []},
            id="reproduced: the first user message",
        ),
        pytest.param({"messages": [USER]}, id="reproduced: messages"),
        pytest.param({"prompt": "How many?"}, id="reproduced: prompt"),
        pytest.param({"text": "How many?"}, id="reproduced: text"),
        pytest.param({"content": "How many?"}, id="reproduced: content"),
        pytest.param({"input": "How many?"}, id="reproduced: input"),
        pytest.param({"user": "How many?"}, id="reproduced: user"),
        pytest.param([USER], id="improved: a bare list of messages"),
        pytest.param([Answer("human", "How many?")], id="improved: LangChain messages"),
    ],
)  # fmt: skip
def test_a_question_is_read(input: object) -> None:
    assert read_input(input) == "How many?"


def test_a_question_may_be_unknown() -> None:
    assert read_input(None) is None
    assert read_input([assistant("Yes.")]) is None


@pytest.mark.parametrize("input", [7, {"topic": "bridges"}, [], ["How many?"]])
def test_a_question_of_no_known_shape_is_refused(input: object) -> None:
    with pytest.raises(InvalidSample, match="input must be a text"):
        read_input(input)
