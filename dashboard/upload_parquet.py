"""Rows of Parquet files, a group at a time, by pyarrow, which comes with Streamlit."""

from __future__ import annotations

from typing import IO, Any

from dashboard.upload_cells import json_value
from dashboard.upload_csv import unique_names
from dashboard.upload_values import (
    LIMITS,
    Limits,
    Rows,
    UploadError,
    megabytes,
)

ROWS_AT_ONCE = 500


def parquet_rows(stream: IO[bytes], name: str, *, limits: Limits = LIMITS) -> Rows:
    """Yield the rows of a Parquet file.

    Raises:
        UploadError: If it is damaged, or unpacks to more than the limits.
    """
    # here, not above: importing pyarrow takes a tenth of a second
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow.parquet import ParquetFile  # type: ignore[import-untyped]

    try:
        with ParquetFile(stream, read_dictionary=_texts(stream)) as file:
            _refuse_large(file.metadata, name, limits)
            for batch in file.iter_batches(batch_size=ROWS_AT_ONCE):
                yield from _batch_rows(batch, name, limits)
    except (pa.ArrowException, OSError, ValueError, LookupError) as error:
        raise UploadError(
            f"{name} is a damaged Parquet file ({str(error)[:200]}). Save it again."
        ) from error


def _texts(stream: IO[bytes]) -> list[str]:
    """Return the columns of texts, to be read as dictionaries.

    A long text that stands in every row of a tiny file then takes its memory once.
    """
    import pyarrow as pa
    from pyarrow.parquet import read_schema

    schema = read_schema(stream)
    stream.seek(0)
    return [field.name for field in schema if pa.types.is_string(field.type)]


def _refuse_large(metadata: Any, name: str, limits: Limits) -> None:
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    unpacked = sum(group.total_byte_size for group in groups)
    if unpacked > limits.unpacked_bytes:
        raise UploadError(
            f"{name} would unpack to {megabytes(unpacked)}; at most "
            f"{megabytes(limits.unpacked_bytes)} are read. Split it."
        )
    if metadata.num_columns > limits.columns:
        raise UploadError(
            f"{name} has {metadata.num_columns:,} columns; at most "
            f"{limits.columns:,} are read."
        )


def _batch_rows(batch: Any, name: str, limits: Limits) -> Rows:
    import pyarrow as pa
    from pyarrow import compute

    for column in batch.columns:
        if pa.types.is_dictionary(column.type) and len(column.dictionary):
            longest = compute.max(compute.binary_length(column.dictionary)).as_py()
            if (longest or 0) > 4 * limits.cell:
                raise UploadError(
                    f"{name} has a cell of {megabytes(longest)}; at most "
                    f"{limits.cell:,} characters are read."
                )
    names = unique_names(batch.schema.names, name, limits)
    for cells in zip(*map(_values, batch.columns), strict=True):
        yield dict(zip(names, map(json_value, cells), strict=True))


def _values(column: Any) -> list[Any]:
    """Return the cells of a column; a text of several rows is one object."""
    import pyarrow as pa

    if not pa.types.is_dictionary(column.type):
        return list(column.to_pylist())
    places = column.indices.to_pylist()
    texts: dict[int | None, str | None] = {None: None}
    for at in set(places) - {None}:
        texts[at] = column.dictionary[at].as_py()
    return [texts[at] for at in places]
