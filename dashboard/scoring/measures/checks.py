"""What columns of numbers that belong together must meet."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def same_length(**columns: Sized | None) -> int:
    """Return how many rows the columns have; one that is None has none to check.

    Raises:
        ValueError: If two differ.
    """
    sizes = {name: len(held) for name, held in columns.items() if held is not None}
    if len(set(sizes.values())) > 1:
        raise ValueError(f"columns must be equally long, got {sizes}")
    return next(iter(sizes.values()), 0)


def row_weights(rows: int, counts: Sequence[int] | None) -> NDArray[np.int64]:
    """Return how many rows each entry stands for; one, when ``counts`` is None.

    Raises:
        ValueError: If the counts are not as many as the entries.
    """
    import numpy as np  # here: not every start needs it

    if counts is None:
        return np.ones(rows, dtype=np.int64)
    same_length(rows=range(rows), counts=counts)
    return np.asarray(counts, dtype=np.int64)
