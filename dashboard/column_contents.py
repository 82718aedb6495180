"""What is in the columns of an upload's first rows: texts, documents, talks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dashboard.context_cells import is_talk, listed
from dashboard.upload_values import Row

DEEPEST = 3
"""Steps of a path into objects that a name is looked for at."""
MOST_PATHS = 300
LONG = 200
"""Characters from which cells without a telling name pass for a context."""


def cell_of(row: Row, name: str) -> Any:
    """Return a row's cell; a name that is no column is a path into objects."""
    if name in row:
        return row[name]
    value: Any = row
    for step in name.split("."):
        if not isinstance(value, Mapping) or step not in value:
            return None
        value = value[step]
    return value


def paths(names: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Return the columns, then the paths into objects in them, shortest first."""
    found = dict.fromkeys(names)
    level: list[tuple[tuple[str, ...], Any]]
    level = [((name,), row.get(name)) for row in rows for name in names]
    for _ in range(DEEPEST - 1):
        level = [
            ((*steps, str(key)), inner)
            for steps, value in level
            if isinstance(value, Mapping)
            for key, inner in value.items()
        ]
        found |= dict.fromkeys(".".join(steps) for steps, _ in level)
    return list(found)[: len(names) + MOST_PATHS]


def is_said(cell: object) -> bool:
    """Return whether a cell may be what a model said."""
    if isinstance(cell, Mapping):
        return any(isinstance(cell.get(key), str) for key in ("text", "content"))
    if isinstance(cell, list):
        return is_talk(cell)
    return isinstance(cell, str | int | float) and str(cell).strip() != ""


def is_asked(cell: object) -> bool:
    """Return whether a cell may be what a model was asked."""
    return is_said(cell)


def is_context(cell: object) -> bool:
    """Return whether a cell may hold what an output must agree with."""
    return bool(cell.strip() if isinstance(cell, str) else cell)


def is_prose(cell: object) -> bool:
    """Return whether a cell holds words rather than a name, a link or a number."""
    if isinstance(cell, str):
        return " " in cell.strip() and not cell.startswith(("http://", "https://"))
    return isinstance(cell, list | Mapping) and bool(cell)


def talk_column(names: Sequence[str], rows: Sequence[Row]) -> str | None:
    """Return the first column whose cells are the messages of a talk with an answer."""
    for name in names:
        cells = [listed(row.get(name)) for row in rows if row.get(name)]
        if any(map(_has_answer, cells)) and all(map(is_talk, cells)):
            return name
    return None


def context_column(
    names: Sequence[str], output: str, rows: Sequence[Row]
) -> str | None:
    """Return the column that looks like a context: documents, else far longer texts."""
    for name in names:
        if any(_are_documents(listed(cell_of(row, name))) for row in rows):
            return name
    said = _mean_length(rows, output)
    lengths = {name: _mean_length(rows, name) for name in names if "." not in name}
    longest = max(lengths, key=lambda name: lengths[name], default=None)
    if longest is None or lengths[longest] < max(LONG, 2 * said):
        return None
    return longest


def _has_answer(cell: object) -> bool:
    return is_talk(cell) and any(
        message.get("role") == "assistant" for message in _messages(cell)
    )


def _messages(cell: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(cell, list):
        yield from (item for item in cell if isinstance(item, Mapping))


def _are_documents(cell: object) -> bool:
    """Return whether a cell is a list of texts with words in them, or of documents."""
    if not (isinstance(cell, list) and cell) or is_talk(cell):
        return False
    return all(
        (isinstance(item, str) and " " in item)
        or (
            isinstance(item, Mapping)
            and ({"text", "content", "page_content"} & set(item))
        )
        for item in cell
    )


def _mean_length(rows: Sequence[Row], name: str) -> float:
    cells = [cell_of(row, name) for row in rows]
    texts = [len(cell) for cell in cells if isinstance(cell, str)]
    return sum(texts) / len(texts) if texts else 0.0
