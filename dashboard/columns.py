"""Which columns of an upload hold what, found by the names that people use.

The first rows, where there are any, keep a name from being believed whose cells cannot
be meant, and show columns whose names tell nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from dashboard import column_contents as contents
from dashboard.column_names import (
    CONTEXT,
    CONTEXT_WORDS,
    GOLD,
    INPUT,
    LABEL,
    NOT_SAID,
    OUTPUT,
    OUTPUT_WORDS,
    PROVIDER,
    WEAK_CONTEXT,
    plain_name,
)
from dashboard.upload_values import Row, UploadError, named, shortened

NUMBERED = re.compile(r"_?\d+$")


class NoOutputColumn(UploadError):  # noqa: N818  reads as a fact
    """Someone gave a file in which no column holds outputs, as far as can be told."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns to read. ``context`` may be several, or none.

    A name may be a path into objects, its steps joined by full stops. A column with
    the messages of a talk may be output, context and input at once.
    """

    output: str
    context: tuple[str, ...] = ()
    input: str | None = None
    label: str | None = None

    def used(self) -> frozenset[str]:
        """Return every column that is read; the rest is metadata."""
        wanted = {self.output, *self.context, self.input, self.label}
        return frozenset(name for name in wanted if name is not None)


def find_columns(
    names: Sequence[str],
    *,
    name: str,
    output: str | None = None,
    context: str | Sequence[str] | None = None,
    input: str | None = None,
    label: str | None = None,
    rows: Sequence[Row] = (),
) -> Columns:
    """Return which columns hold what; what the caller names is taken as said.

    Args:
        names: The file's columns.
        name: The file's name, for messages.
        output: The column with what the model said.
        context: A column or several, also joined by commas.
        input: The column with what was asked.
        label: The column with what a person says of the output.
        rows: First rows of the file. Columns may then be paths into their objects, and
            are also found by what is in them.

    Raises:
        UploadError: If a named column is not there.
        NoOutputColumn: If none holds outputs.
    """
    paths = contents.paths(names, rows)
    wanted = _split(context, paths)
    for one in (output, input, label, *wanted):
        if one and one not in paths:
            raise UploadError(
                f"{shortened(name)} has no column {shortened(one)!r}. "
                f"It has: {named(names)}."
            )
    talk = contents.talk_column(names, rows)
    found = output or _output(paths, rows) or talk
    if found is None:
        raise NoOutputColumn(
            f"{shortened(name)} has no column with outputs. It has: {named(names)}. "
            "Name the column 'output', or say which one with --output-column."
        )
    left = [n for n in paths if n != found]
    asked = input or _first(left, INPUT, _holding(contents.is_asked, rows))
    free = [n for n in left if n not in (asked, label) and not _is_label(n)]
    return Columns(
        output=found,
        context=wanted or _contexts(free, found, rows) or ((talk,) if talk else ()),
        input=asked or talk,
        label=label or _first([n for n in names if n not in (found, asked)], LABEL),
    )


def _split(
    context: str | Sequence[str] | None, names: Iterable[str]
) -> tuple[str, ...]:
    if not context:
        return ()
    if isinstance(context, str):
        context = [context] if context in names else context.split(",")
    return tuple(one if one in names else one.strip() for one in context)


def _output(names: Sequence[str], rows: Sequence[Row]) -> str | None:
    """Return the column with outputs: by its whole name, else by a word in it."""
    usable = _holding(contents.is_said, rows)
    found = _first(names, OUTPUT, usable)
    if found is not None:
        return found
    spoken = (
        name
        for name in names
        if PROVIDER.match(name)
        or (_words(name) & OUTPUT_WORDS and not _words(name) & (NOT_SAID | GOLD))
    )
    return next(filter(usable, spoken), None) or _first(names, OUTPUT)


def _contexts(
    names: Sequence[str], output: str, rows: Sequence[Row]
) -> tuple[str, ...]:
    """Return the one context column, or several numbered ones in their order."""
    usable = _holding(contents.is_context, rows)
    prose = _holding(contents.is_prose, rows)
    for known, fits in ((CONTEXT, usable), (WEAK_CONTEXT, prose)):
        first = _first(names, known, fits)
        if first is not None:
            return (first,)
        several = [n for n in names if NUMBERED.sub("", plain_name(n)) in known]
        several = [n for n in several if plain_name(n) not in known]
        if several:
            return tuple(several)
    spoken = [
        n for n in names if _words(n) & CONTEXT_WORDS and not _words(n) & NOT_SAID
    ]
    by_word = next(filter(prose, spoken), None) if rows else None
    if by_word is not None:
        return (by_word,)
    by_content = contents.context_column(names, output, rows)
    if by_content is not None:
        return (by_content,)
    blank = _first(names, CONTEXT)
    return (blank,) if blank else ()


def _holding(
    fits: Callable[[object], bool], rows: Sequence[Row]
) -> Callable[[str], bool]:
    """Return whether a column has a cell that fits; without rows every column may."""

    def usable(name: str) -> bool:
        return not rows or any(fits(contents.cell_of(row, name)) for row in rows)

    return usable


def _first(
    names: Sequence[str],
    known: Sequence[str],
    usable: Callable[[str], bool] = lambda _: True,
) -> str | None:
    """Return the column of the first known name: a whole name before a path's end."""
    for last in (False, True):
        by_name: dict[str, list[str]] = {}
        for name in names:
            key = name.rpartition(".")[2] if last else name
            by_name.setdefault(plain_name(key), []).append(name)
        for word in known:
            found = next(filter(usable, by_name.get(word, [])), None)
            if found is not None:
                return found
    return None


def _words(name: str) -> set[str]:
    return set(plain_name(name).split("_"))


def _is_label(name: str) -> bool:
    return plain_name(name) in LABEL
