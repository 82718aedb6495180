"""A row of an upload as a sample, read by its columns."""

from __future__ import annotations

import json
from typing import Any

from dashboard.column_contents import cell_of, is_said
from dashboard.columns import Columns
from dashboard.context_cells import context_items, is_talk, listed
from dashboard.label_cells import implied_label, read_label
from dashboard.scoring import InvalidSample, Sample
from dashboard.scoring.messages import read_input, read_output
from dashboard.upload_values import Row, RowProblem

NO_OUTPUT = "there is no output; an empty output is an empty cell"


def row_sample(number: int, row: Row, columns: Columns) -> Sample | RowProblem:
    """Return the sample of a row, or why it has none."""
    said = cell_of(row, columns.output)
    if said is None:
        return RowProblem(number, columns.output, NO_OUTPUT)
    is_one_talk = columns.output in columns.context
    column = columns.output
    try:
        output = _said(listed(said) if is_one_talk else said)
        column = columns.input or columns.output
        asked = _asked(cell_of(row, columns.input) if columns.input else None)
        column = next(iter(columns.context), columns.output)
        return Sample(
            output=output,
            context=[
                item
                for name in columns.context
                for item in context_items(cell_of(row, name))
            ],
            input=asked,
            **_label_and_rest(row, columns),
        )
    except InvalidSample as error:
        return RowProblem(number, column, str(error))


def _said(cell: Any) -> str:
    """Return an output as text: as it is, from messages, or else as JSON."""
    if isinstance(cell, str):
        return cell
    if is_talk(cell) or (isinstance(cell, dict) and is_said(cell)):
        return read_output(cell, answer="last")
    return json.dumps(cell, ensure_ascii=False)


def _asked(cell: Any) -> str | None:
    """Return an input as text; None when there is none."""
    talk = listed(cell)
    if is_talk(talk):
        return read_input(talk)
    if cell is None or cell == "":
        return None
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)


def _label_and_rest(row: Row, columns: Columns) -> dict[str, Any]:
    """Return a sample's label, and as metadata what else the row holds.

    A label that cannot be read stays in the metadata, so that it is not lost.
    """
    column = columns.label
    cell = cell_of(row, column) if column else None
    label = read_label(cell, column) if column else implied_label(columns.output)
    left_out = columns.used() - ({column} if label is None and cell else frozenset())
    return {
        "label": label,
        "metadata": {
            name: _without(cell, name, left_out)
            for name, cell in row.items()
            if name not in left_out
        },
    }


def _without(cell: Any, name: str, left_out: frozenset[str]) -> Any:
    """Return a cell without what was read from inside it, which is kept already."""
    if not isinstance(cell, dict) or not any(
        path.startswith(f"{name}.") for path in left_out
    ):
        return cell
    return {
        key: _without(inner, f"{name}.{key}", left_out)
        for key, inner in cell.items()
        if f"{name}.{key}" not in left_out
    }
