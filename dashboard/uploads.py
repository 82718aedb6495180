"""A file in, samples out: CSV, TSV and JSON Lines, with what is wrong by row."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dashboard.columns import Columns, UploadError, find_columns
from dashboard.scoring import InvalidSample, Sample

LARGEST_CELL = 64 * 1024 * 1024
"""Bytes that one CSV cell may hold; the standard library stops at 128 KiB."""
SNIFFED = 64 * 1024
"""Characters looked at to find a delimiter."""
SURPLUS = "cells beyond the header"
"""Where a row that is longer than the header keeps the rest of it."""
LABELS = {
    "faithful": "faithful",
    "hallucinated": "hallucinated",
    "hallucination": "hallucinated",
    "yes": "hallucinated",
    "no": "faithful",
    "pass": "faithful",
    "fail": "hallucinated",
}


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Why one row cannot be used. ``row`` counts data rows from 1."""

    row: int
    column: str
    message: str

    def __str__(self) -> str:
        """Return the problem as one line."""
        return f"row {self.row}, column {self.column!r}: {self.message}"


@dataclass(slots=True)
class Upload:
    """The samples of a file, in its order, and the rows that cannot be used."""

    columns: Columns
    samples: list[Sample] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)


def read_upload(
    path: Path,
    *,
    output: str | None = None,
    context: str | None = None,
    input: str | None = None,
) -> Upload:
    """Return what a file holds; columns that are not named are found by their names.

    Raises:
        UploadError: If the file is missing, empty, of no known format, or has no
            column with outputs.
    """
    return read_rows(
        file_rows(path), name=path.name, output=output, context=context, input=input
    )


def read_rows(
    rows: Iterator[Mapping[str, Any]],
    *,
    name: str,
    output: str | None = None,
    context: str | None = None,
    input: str | None = None,
) -> Upload:
    """Return the samples of rows; ``name`` is the file's, for messages."""
    first = next(rows, None)
    if first is None:
        raise UploadError(f"{name} holds no rows. Give a file with one sample a row.")
    columns = find_columns(
        list(first), output=output, context=context, input=input, name=name
    )
    upload = Upload(columns)
    _add(upload, 1, first)
    for number, row in enumerate(rows, 2):
        _add(upload, number, row)
    return upload


def file_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a CSV, TSV or JSON Lines file, told by its content."""
    text = _text(path)
    start = text.lstrip()[:1]
    if not start:
        raise UploadError(f"{path.name} is empty. Give a file with one sample a row.")
    if start == "{":
        return _json_lines(text, path.name)
    if start == "[":
        return _json_list(text, path.name)
    return _csv_rows(text, path.name)


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise UploadError(f"There is no file {path}. Check the name.") from error
    except OSError as error:
        raise UploadError(f"{path} cannot be read: {error.strerror}.") from error
    return decoded(raw, path.name)


def decoded(raw: bytes, name: str) -> str:
    """Return a file's bytes as text: UTF-8, UTF-16 with a mark, else Windows-1252.

    Raises:
        UploadError: If the bytes are no text in any of these.
    """
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    elif b"\x00" in raw[:SNIFFED]:
        raise UploadError(
            f"{name} is not a text file. Save it as CSV (UTF-8) or JSON Lines."
        )
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UploadError(
        f"{name} is neither UTF-8 nor Windows-1252 text. "
        "Save it as UTF-8 and try again."
    )


def _json_lines(text: str, name: str) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UploadError(
                f"{name}, line {number}: not JSON ({error.msg}). "
                "A JSON Lines file holds one object a line."
            ) from error
        if not isinstance(row, dict):
            raise UploadError(f"{name}, line {number}: not an object.")
        yield row


def _json_list(text: str, name: str) -> Iterator[Mapping[str, Any]]:
    try:
        rows = json.loads(text)
    except json.JSONDecodeError as error:
        raise UploadError(f"{name} is not JSON: {error}.") from error
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise UploadError(f"{name}, entry {number}: not an object.")
        yield row


def _csv_rows(text: str, name: str) -> Iterator[Mapping[str, Any]]:
    csv.field_size_limit(LARGEST_CELL)
    reader = csv.DictReader(
        io.StringIO(text, newline=""),
        delimiter=_delimiter(text),
        restkey=SURPLUS,
    )
    try:
        yield from reader
    except csv.Error as error:
        raise UploadError(
            f"{name}, line {reader.line_num}: not readable as CSV ({error})."
        ) from error


def _delimiter(text: str) -> str:
    """Return the delimiter that the header line holds most of."""
    header = text[:SNIFFED].splitlines()[0]
    return max(",;\t|", key=header.count)


def _add(upload: Upload, number: int, row: Mapping[str, Any]) -> None:
    columns = upload.columns
    output = row.get(columns.output)
    if output is None:
        problem = "there is no output; an empty output is an empty cell"
        upload.problems.append(RowProblem(number, columns.output, problem))
        return
    if not isinstance(output, str):
        output = json.dumps(output, ensure_ascii=False)
    try:
        sample = Sample(
            output=output,
            context=_context(row, columns.context),
            input=_optional_text(row, columns.input),
            label=_label(row, columns.label),
            metadata={k: row[k] for k in row if k not in columns.used()},
        )
    except InvalidSample as error:
        problem_at = columns.context[0] if columns.context else columns.output
        upload.problems.append(RowProblem(number, problem_at, str(error)))
        return
    upload.samples.append(sample)


def _context(row: Mapping[str, Any], names: Sequence[str]) -> list[Any]:
    """Return the context items of a row: cells of texts, of JSON lists, of objects."""
    items: list[Any] = []
    for name in names:
        cell = row.get(name)
        if isinstance(cell, str) and cell.lstrip()[:1] == "[":
            cell = _list_or_text(cell)
        if isinstance(cell, list):
            items.extend(_item(item) for item in cell)
        elif cell is not None and cell != "":
            items.append(_item(cell))
    return items


def _list_or_text(cell: str) -> Any:
    try:
        return json.loads(cell)
    except json.JSONDecodeError:
        return cell


def _item(item: Any) -> Any:
    """Return a retrieved document's text, where an object is one."""
    if isinstance(item, dict):
        for key in ("text", "content", "page_content"):
            if isinstance(item.get(key), str):
                return item[key]
    return item


def _optional_text(row: Mapping[str, Any], name: str | None) -> str | None:
    value = row.get(name) if name else None
    if value is None or value == "":
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _label(row: Mapping[str, Any], name: str | None) -> Any:
    value = row.get(name) if name else None
    return LABELS.get(value.strip().lower()) if isinstance(value, str) else None
