"""Writes JSON out as lines that stand alone, each with the span of its values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dashboard.scoring.offline.json_values import Branch, Scalar, unescaped
from dashboard.scoring.offline.key_names import (
    identity_rank,
    is_container,
    is_numeric,
    key_name,
    key_words,
    takes_currency,
)
from dashboard.scoring.offline.sentences import sentence_spans

MOST_FIELDS = 12
"""Values of one object that are put on one line; beyond it each has its own only."""
LONG_TEXT = 100
"""Characters from which a text value is read as prose, sentence by sentence."""
MOST_LISTED = 40
"""Members of a list of plain values that are put on one line."""


@dataclass(frozen=True, slots=True)
class Line:
    """One readable line: ``record`` (an object's values), ``pair`` or ``prose``."""

    start: int
    end: int
    text: str
    kind: str
    heading: str = ""


@dataclass(frozen=True, slots=True)
class _Field:
    start: int
    end: int
    text: str
    rank: int | None
    value: Scalar | None = None


@dataclass(frozen=True, slots=True)
class _Task:
    branch: Branch
    path: str
    identity: str


def json_lines(root: Branch) -> Iterator[Line]:
    """Yield the lines of a JSON value, an object before what it contains."""
    tasks = [_Task(root, "", "")]
    while tasks:
        task = tasks.pop()
        fields = list(_fields(task))
        own = _identity(fields)
        known = _joined(task.identity, own.text if own else "")
        yield from _object_lines(task, fields, own)
        inner = [
            _Task(node, _below(task.path, key), known)
            for key, _, node in task.branch.members
            if isinstance(node, Branch) and not _is_plain_list(node)
        ]
        tasks.extend(reversed(inner))


def _object_lines(
    task: _Task, fields: list[_Field], own: _Field | None
) -> Iterator[Line]:
    short = [f for f in fields if f.value is None or len(f.text) <= LONG_TEXT * 2]
    if task.branch.is_object and 2 <= len(short) <= MOST_FIELDS:
        text = _joined(task.identity, "; ".join(f.text for f in short))
        yield Line(short[0].start, short[-1].end, text, "record")
    for each in fields:
        known = task.identity
        if own is not None and each is not own:
            known = _joined(known, own.text)
        if each.value is not None and _is_prose(each.value):
            yield from _prose(each.value, known)
        else:
            yield Line(each.start, each.end, _joined(known, each.text), "pair")


def _fields(task: _Task) -> Iterator[_Field]:
    """Yield the plain values of an object or list as ``key: value``."""
    if _is_plain_list(task.branch):
        yield from _listed(task, "", task.branch.start, task.branch)
        return
    money, unit = _beside(task.branch)
    for key, at, node in task.branch.members:
        if isinstance(node, Branch):
            if _is_plain_list(node):
                yield from _listed(task, key, at, node)
            continue
        text = node.text
        numeric = is_numeric(text)
        name, own_unit = key_name(key, numeric=numeric) if key else ("", "")
        if numeric and not own_unit:
            own_unit = money if takes_currency(key) else ""
            own_unit = own_unit or (unit if key_words(key)[-1] == "value" else "")
        reading = f"{_truth(node, text)} {own_unit}".rstrip()
        label = _label(task.path, name)
        end = node.end + 1 if node.is_text else node.end
        yield _Field(
            at if key else node.start,
            end if key else node.end,
            f"{label}: {reading}" if label else reading,
            identity_rank(key) if key else None,
            node,
        )


def _listed(task: _Task, key: str, at: int, node: Branch) -> Iterator[_Field]:
    label = _label(task.path, key_name(key, numeric=False)[0] if key else "")
    scalars = [m[2] for m in node.members if isinstance(m[2], Scalar)]
    for first in range(0, len(scalars), MOST_LISTED):
        part = scalars[first : first + MOST_LISTED]
        values = ", ".join(_truth(s, s.text) for s in part)
        yield _Field(
            at if first == 0 else part[0].start,
            node.end if part[-1] is scalars[-1] else part[-1].end,
            f"{label}: {values}" if label else values,
            None,
        )


def _beside(branch: Branch) -> tuple[str, str]:
    """Return the currency and the unit that stand in the object itself."""
    money = unit = ""
    for key, _, node in branch.members:
        if isinstance(node, Scalar) and node.is_text and len(node.raw) <= 12:
            last = key_words(key)[-1] if key else ""
            if last == "currency":
                money = node.text
            elif last in ("unit", "units"):
                unit = node.text
    return money, unit


def _identity(fields: list[_Field]) -> _Field | None:
    ranked = [
        (f.rank, at, f)
        for at, f in enumerate(fields)
        if f.rank is not None and len(f.text) <= LONG_TEXT
    ]
    return min(ranked)[2] if ranked else None


def _is_plain_list(node: Branch) -> bool:
    return not node.is_object and all(
        isinstance(m[2], Scalar) and len(m[2].raw) <= LONG_TEXT for m in node.members
    )


def _is_prose(value: Scalar) -> bool:
    return value.is_text and len(value.raw) > LONG_TEXT and " " in value.raw


def _prose(value: Scalar, heading: str) -> Iterator[Line]:
    text, origins = unescaped(value.raw)
    for start, end in sentence_spans(text):
        first = start if origins is None else origins[start]
        last = end if origins is None else origins[end]
        yield Line(
            value.start + first,
            value.start + last,
            " ".join(text[start:end].split()),
            "prose",
            heading,
        )


def _truth(node: Scalar, text: str) -> str:
    if node.is_text:
        return " ".join(text.split())
    return {"true": "yes", "True": "yes", "false": "no", "False": "no"}.get(text, text)


def _below(path: str, key: str) -> str:
    if not key or is_container(key):
        return path
    return _label(path, key_name(key, numeric=False)[0])


def _label(path: str, name: str) -> str:
    return f"{path} {name}".strip()


def _joined(first: str, second: str) -> str:
    return f"{first}; {second}" if first and second else first or second
