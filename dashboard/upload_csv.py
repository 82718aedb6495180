"""Rows of CSV and TSV files, however ragged.

Read by the standard library's reader: it is written in C, reads line by line, so that
memory stays flat, and shows each row as it is. pandas and polars hold the whole file,
and stop at ragged rows or drop cells of them in silence; reading is a fifth of the time
that queueing takes, so there is little to gain from them.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any

from dashboard.upload_text import BROKEN, SNIFFED, Encoding, open_text
from dashboard.upload_values import LIMITS, BadRow, Limits, Row, Rows, UploadError

DELIMITERS = ",;\t|"
SPOKEN = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}
NO_DELIMITER = "\x1f"
"""Stands for the delimiter of a file that has one column."""
SEP_LINE = re.compile(r"sep=(.)[\r\n]+", re.IGNORECASE)
"""Excel's own first line, which names the delimiter."""
MOST_RESTARTS = 100
"""Quotes left open that are got over in one file."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How cells are kept apart; ``escape`` is what some write before a quote."""

    delimiter: str
    escape: str | None = None

    def __str__(self) -> str:
        """Return it in words."""
        with_what = SPOKEN.get(self.delimiter)
        return f"CSV with {with_what}" if with_what else "CSV with one column"

    @property
    def options(self) -> dict[str, Any]:
        """What the reader is told: to refuse what it would have to guess at."""
        return {"delimiter": self.delimiter, "escapechar": self.escape, "strict": True}


def find_dialect(text: str) -> Dialect:
    """Return how cells are kept apart in a file that begins like this.

    The delimiter is the one with which most of the first rows are as long as the
    header. Without any, a line is a row of one cell.
    """
    if named := SEP_LINE.match(text):
        return Dialect(named[1])
    best, best_fit = NO_DELIMITER, (0.0, 0)
    for delimiter in DELIMITERS:
        lengths = [len(row) for row in _parsed(text, {"delimiter": delimiter}) if row]
        if not lengths or lengths[0] < 2:
            continue
        fit = Counter(lengths)[lengths[0]] / len(lengths)
        if (fit, lengths[0]) > best_fit:
            best, best_fit = delimiter, (fit, lengths[0])
    plain, escaped = Dialect(best), Dialect(best, "\\")
    if '\\"' in text and _readable(text, escaped) > _readable(text, plain):
        return escaped
    return plain


def csv_rows(
    stream: IO[bytes],
    name: str,
    encoding: Encoding,
    dialect: Dialect,
    *,
    limits: Limits = LIMITS,
) -> Rows:
    """Yield the rows under the header; blank lines, and those of delimiters, are none.

    Raises:
        UploadError: If there is no header, or a line or row is beyond the limits.
    """
    csv.field_size_limit(limits.cell)
    text = open_text(stream, encoding)
    try:
        rows = _rows(_Lines(text, name, limits), dialect)
        header = next(rows, None)
        if header is None:
            return
        if isinstance(header, BadRow):
            raise UploadError(f"{name}, first line: {header.message}.")
        names = unique_names(header, name, limits)
        for row in rows:
            if isinstance(row, BadRow):
                yield row
            elif len(row) == 1 or any(cell.strip() for cell in row):
                yield _named(row, names, encoding)
    finally:
        text.detach()


def unique_names(header: Sequence[object], name: str, limits: Limits) -> list[str]:
    """Return the columns' names: blank ones numbered, no two alike, blank ends cut.

    Raises:
        UploadError: If there are too many.
    """
    cells = ["" if cell is None else str(cell).strip() for cell in header]
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    if len(cells) > limits.columns:
        raise UploadError(
            f"{name} has {len(cells):,} columns; at most {limits.columns:,} are read."
        )
    names: list[str] = []
    for at, cell in enumerate(cells, 1):
        wanted = cell or f"column {at}"
        copy = 1
        unique = wanted
        while unique in names:
            copy += 1
            unique = f"{wanted} ({copy})"
        names.append(unique)
    return names


def _named(row: list[str], names: list[str], encoding: Encoding) -> Row | BadRow:
    if len(row) != len(names):
        if len(row) < len(names) or any(row[len(names) :]):
            return BadRow(
                "",
                f"cells: {len(row)}, columns in the header: {len(names)}; "
                "a cell with the delimiter or a line break in it needs quotes around",
            )
        row = row[: len(names)]
    if encoding.damaged:
        for column, cell in zip(names, row, strict=True):
            if BROKEN.search(cell):
                return BadRow(column, "some bytes are no UTF-8 text")
    return dict(zip(names, row, strict=True))


def _rows(lines: _Lines, dialect: Dialect) -> Iterator[list[str] | BadRow]:
    """Yield rows; one whose quotes do not close is given up, and the next line read."""
    for _ in range(MOST_RESTARTS):
        reader = csv.reader(lines, **dialect.options)
        trouble = None
        while trouble is None:
            lines.of_row.clear()
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                trouble = "a quote is opened and never closed"
                if not lines.ended:
                    trouble = f"its quotes or cells cannot be made out ({error})"
            else:
                if row:
                    yield row
        yield BadRow("", trouble)
        lines.put_back_all_but_first()
    raise UploadError(
        f"{lines.name} opens more than {MOST_RESTARTS} quotes that are never closed."
    )


class _Lines:
    """The lines of a text, some of which may be read a second time.

    Attributes:
        name: The file's, for messages.
        of_row: The lines given since it was last cleared.
        ended: Whether a line was asked for behind the last. A CSV reader that does so
            within a row was inside of quotes.
    """

    def __init__(self, text: IO[str], name: str, limits: Limits) -> None:
        self.name = name
        self.of_row: list[str] = []
        self.ended = False
        self._text = text
        self._longest = 4 * limits.cell
        self._again: deque[str] = deque()
        self._number = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else self._read()
        if not line:
            self.ended = True
            raise StopIteration
        self.of_row.append(line)
        return line

    def put_back_all_but_first(self) -> None:
        """Give the lines of the row again, without its first one."""
        self._again.extendleft(reversed(self.of_row[1:]))
        self.ended = False

    def _read(self) -> str:
        line = self._text.readline(self._longest)
        self._number += 1
        if self._number == 1 and SEP_LINE.fullmatch(line):
            return self._read()
        if len(line) == self._longest:
            raise UploadError(
                f"{self.name}, line {self._number}: it has more than "
                f"{self._longest:,} characters."
            )
        return line


def _readable(text: str, dialect: Dialect) -> int:
    return sum(1 for _ in _parsed(text, dialect.options))


def _parsed(text: str, options: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the first rows up to one that cannot be read, or that may be cut off."""
    lines = list(io.StringIO(text, newline=""))
    if len(text) >= SNIFFED and len(lines) > 1:
        lines.pop()
    try:
        yield from islice(csv.reader(lines, **options), 200)
    except csv.Error:
        return
