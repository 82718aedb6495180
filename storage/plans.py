"""How a query is carried out, where the database alone would choose badly."""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import ColumnElement
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import NullType

T = TypeVar("T")


class Aside(FunctionElement[Any]):
    """A column that no index is to be looked up by."""

    inherit_cache = True

    def __init__(self, column: ColumnElement[Any]) -> None:
        super().__init__(column)
        self.type = column.type


def aside(column: ColumnElement[T]) -> ColumnElement[T]:
    """Return a column by which SQLite does not look runs up in an index.

    SQLite takes any index of a column that is compared to be a good one. Where most
    runs have the same status, say, reading them through that index takes ten times as
    long as going through an index that holds all that is asked.
    """
    return Aside(column)


@compiles(Aside)
def _plain(element: Aside, compiler: SQLCompiler, **options: Any) -> str:
    return compiler.process(element.clauses, **options)


@compiles(Aside, "sqlite")
def _with_plus(element: Aside, compiler: SQLCompiler, **options: Any) -> str:
    return f"+({compiler.process(element.clauses, **options)})"


class Fact(FunctionElement[Any]):
    """A column of yes or no, said as the indexes of those with a yes say it.

    It has no type: of a boolean one, SQLite would be asked whether it equals 1, and
    then take no such index.
    """

    type = NullType()
    inherit_cache = True


@compiles(Fact)
def _bare(element: Fact, compiler: SQLCompiler, **options: Any) -> str:
    return compiler.process(element.clauses, **options)


def fact(column: ColumnElement[bool]) -> ColumnElement[Any]:
    """Return whether a column says yes, to be had from an index of those that do."""
    return Fact(column)
