"""Bent, wrapped and broken JSON: read as far as it is plain, and no further."""

from typing import Any

import pytest

from dashboard.scoring.llm.salvage import find_json, without_thoughts


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": [1, -2.5]}', {"a": [1, -2.5]}, id="JSON"),
        pytest.param("{'a': [1, -2.5,],}", {"a": [1, -2.5]}, id="Python with commas"),
        pytest.param(
            "{'a': None, 'b': True}", {"a": None, "b": True}, id="Python words"
        ),
        pytest.param("{'a': 'it's here'}", {"a": "it's here"}, id="an apostrophe"),
        pytest.param('x {"a": "two\nlines"} y', {"a": "two\nlines"}, id="a line break"),
        pytest.param('x {"a": "\\"b\\" \\n\\/"}', {"a": '"b" \n/'}, id="escapes"),
        pytest.param(
            'x {"a": "\\u00e9\\ud83d\\ude00"}', {"a": "é😀"}, id="code points"
        ),
        pytest.param('see {x} [y] {"a": 1}', {"a": 1}, id="brackets in prose"),
        pytest.param("x {}", {}, id="an empty object"),
    ],
)
def test_an_answer_is_found_whole(reply: str, value: Any) -> None:
    assert find_json(reply) == [(value, True)]


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        pytest.param('{"a": [{"n": 1}, {"n": 2', {"a": [{"n": 1}]}, id="in an item"),
        pytest.param('{"a": ["x", "y', {"a": ["x"]}, id="in a text"),
        pytest.param('{"a": [12, 34', {"a": [12]}, id="in a number"),
        pytest.param('{"a": [true, tru', {"a": [True]}, id="in a word"),
        pytest.param('{"a": 1, "b', {"a": 1}, id="in a key"),
        pytest.param('{"a": 1, "b":', {"a": 1}, id="before a value"),
        pytest.param('{"a": 1,', {"a": 1}, id="after a comma"),
        pytest.param("[", [], id="at the start"),
    ],
)
def test_what_was_cut_off_is_left_out(reply: str, value: Any) -> None:
    assert find_json(reply) == [(value, False)]


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("", id="nothing"),
        pytest.param("42", id="a number alone"),
        pytest.param('"text"', id="a text alone"),
        pytest.param('{"a": "he said "no" to it"}', id="quotes in quotes"),
        pytest.param('{"a" 1}', id="no colon"),
        pytest.param('{"a": 1 "b": 2}', id="no comma"),
        pytest.param("{a: 1}", id="bare keys"),
        pytest.param('{"a": maybe}', id="a word that is no value"),
        pytest.param('{"a": ...}', id="dots"),
    ],
)
def test_what_is_not_plainly_json_is_not_read(reply: str) -> None:
    assert find_json(reply) == []


def test_nesting_without_end_is_no_answer() -> None:
    assert find_json("[" * 100 + "1" + "]" * 100 + " x") != [([], True)]


@pytest.mark.parametrize(
    ("reply", "rest"),
    [
        ("<think>a</think>b", " b"),
        ("a</think>b", "b"),
        ("b<think>a", "b"),
        ("<Thinking>a</Thinking>b<reasoning>c</reasoning>", " b "),
        ("b", "b"),
    ],
)
def test_thoughts_are_no_part_of_a_reply(reply: str, rest: str) -> None:
    assert without_thoughts(reply) == rest
