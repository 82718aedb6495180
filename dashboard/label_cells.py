"""What a person said of an output, in the words of many data sets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dashboard.scoring.types import SampleLabel

WORDS: Mapping[str, SampleLabel] = {
    "faithful": "faithful",
    "supported": "faithful",
    "consistent": "faithful",
    "factual": "faithful",
    "grounded": "faithful",
    "entailment": "faithful",
    "pass": "faithful",
    "no": "faithful",
    "hallucinated": "hallucinated",
    "hallucination": "hallucinated",
    "unfaithful": "hallucinated",
    "unsupported": "hallucinated",
    "not supported": "hallucinated",
    "contradicted": "hallucinated",
    "contradiction": "hallucinated",
    "refuted": "hallucinated",
    "inconsistent": "hallucinated",
    "fail": "hallucinated",
    "yes": "hallucinated",
}
"""``yes`` and ``pass`` as HaluEval and HaluBench mean them."""
TRUE, FALSE = ("true", "yes", "1", "1.0"), ("false", "no", "0", "0.0")
BAD, GOOD = ("halluc",), ("faithful", "support", "ground", "consist", "factual")
COUNTS = ("evident_conflict", "baseless_info")
"""What the processed RAGTruth counts in an output."""


def read_label(cell: Any, column: str) -> SampleLabel | None:
    """Return what a person said of an output; None when nobody did, or unclearly.

    Words speak for themselves. True, false, 1 and 0 do so only in a column whose name
    says which is which. A list holds what is wrong with the output: marked spans, or
    annotations of which unwanted ones count.
    """
    if isinstance(cell, str) and cell.lstrip()[:1] in ("[", "{"):
        try:
            cell = json.loads(cell)
        except (ValueError, RecursionError):
            return None
    if isinstance(cell, list):
        return _of_spans(cell)
    if isinstance(cell, Mapping):
        return _of_counts(cell)
    word = str(cell).strip().casefold().replace("_", " ") if cell is not None else ""
    name = column.casefold()
    if word in TRUE + FALSE:
        if any(part in name for part in BAD):
            return "hallucinated" if word in TRUE else "faithful"
        if any(part in name for part in GOOD):
            return "faithful" if word in TRUE else "hallucinated"
    return WORDS.get(word)


def implied_label(column: str) -> SampleLabel | None:
    """Return what the name of an output's column says, as in HaluEval; else None."""
    name = column.casefold()
    if name.startswith(("hallucinated_", "hallucinated ")):
        return "hallucinated"
    return "faithful" if name.startswith(("right_", "right ")) else None


def _of_spans(spans: list[Any]) -> SampleLabel | None:
    kinds = [
        str(kind)
        for span in spans
        if isinstance(span, Mapping) and isinstance(span.get("label"), list)
        for kind in span["label"]
    ]
    if not kinds:
        return "hallucinated" if spans else "faithful"
    if any(kind.startswith("Unwanted") for kind in kinds):
        return "hallucinated"
    return "faithful" if all(kind == "Benign" for kind in kinds) else None


def _of_counts(counts: Mapping[str, Any]) -> SampleLabel | None:
    known = [counts[name] for name in COUNTS if name in counts]
    if not known:
        return None
    return "hallucinated" if any(known) else "faithful"
