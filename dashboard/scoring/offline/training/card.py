"""Writes the model card: what the weights are made of, can do and cannot."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from dashboard.scoring.offline.entailment.pairs import CLAIM_MOST, PREMISE_MOST
from dashboard.scoring.offline.training.evaluation import SetFigures
from dashboard.scoring.offline.training.metrics import Estimate, Figures
from dashboard.scoring.offline.training.progress import Progress
from dashboard.scoring.offline.training.recipe import Recipe
from dashboard.scoring.offline.training.rows import Row
from dashboard.scoring.offline.training.start import Start


@dataclass(frozen=True, slots=True)
class Made:
    """What came out of a run.

    Attributes:
        sha256: Of the model file.
        size: Of the model file, in bytes.
        export_change: Largest change of a held-out probability that int8 makes.
        held_out_three_way: Share of right labels of the exported file, 0 to 1.
        held_out_two_way: Share rightly called entailed or not by it, 0 to 1.
    """

    sha256: str
    size: int
    export_change: float
    held_out_three_way: float
    held_out_two_way: float


def model_card(
    start: Start,
    recipe: Recipe,
    rows: Sequence[Row],
    progress: Progress,
    made: Made,
    sets: Sequence[SetFigures],
) -> str:
    """Return the card as Markdown."""
    parts = [
        _opening(start, made),
        "## Learned from\n\n" + _data_table(rows) + "\n\n" + _DATA_NOTE,
        "## How\n\n" + _how(recipe, progress, len(rows)),
        "## On held-out pairs\n\n" + _curve(progress, made),
    ]
    if sets:
        parts.append("## On labelled outputs\n\n" + _sets_table(sets))
    parts.append("## What it cannot do\n\n" + _LIMITS)
    return "\n\n".join(parts) + "\n"


def _opening(start: Start, made: Made) -> str:
    return "\n".join(
        [
            "# Entailment model of the offline judge",
            "",
            "Says whether a few sentences entail a claim, contradict it or neither; "
            "English only. Made for the embedded judge, which joins it to its rules.",
            "",
            "- Weights: Apache-2.0; the texts they were learned from keep their own "
            "licences, see below.",
            f"- Start: {start.model} ({start.license}) out of the package "
            f"`{start.package}`, sha256 `{start.weights_sha256}`.",
            f"- File: int8 ONNX, {made.size / 1e6:.1f} MB, sha256 `{made.sha256}`.",
            "- Input: `ids` and `parts` (0 padding, 1 special, 2 premise, 3 claim), "
            f"rows by tokens; at most {PREMISE_MOST} word pieces of the premise and "
            f"{CLAIM_MOST} of the claim, lower case, accents stripped.",
            "- Output: `logits`, in the order entailment, neutral, contradiction.",
        ]
    )


def _data_table(rows: Sequence[Row]) -> str:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    licenses: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        counts[row.source][row.target] += 1
        licenses[row.source].update(row.license.split(" + "))
    targets = ("entailment", "neutral", "contradiction", "hallucinated")
    lines = [
        (
            source,
            *(str(counts[source][target]) for target in targets),
            "; ".join(sorted(licenses[source])),
        )
        for source in sorted(counts)
    ]
    return _table(("source", *targets, "licence of the texts"), lines)


def _how(recipe: Recipe, progress: Progress, rows: int) -> str:
    numbers = [
        (name, str(value))
        for name, value in asdict(recipe).items()
        if value is not None
    ]
    seen = (
        f"{progress.visits} pairs seen of a mix of {rows}, in "
        f"{progress.seconds / 60:.0f} minutes of training."
    )
    return seen + "\n\n" + _table(("number", "value"), numbers)


def _curve(progress: Progress, made: Made) -> str:
    lines = [
        (
            str(look.visits),
            f"{look.loss:.3f}",
            f"{look.three_way:.3f}",
            f"{look.two_way:.3f}",
        )
        for look in progress.checks
    ]
    table = _table(("pairs seen", "training loss", "three-way", "two-way"), lines)
    return (
        f"{table}\n\nThe exported file: {made.held_out_three_way:.3f} three-way, "
        f"{made.held_out_two_way:.3f} two-way; int8 moves a probability by at most "
        f"{made.export_change:.3f}."
    )


def _sets_table(sets: Sequence[SetFigures]) -> str:
    lines = [
        (
            each.name,
            str(each.model.rows),
            str(each.model.bad),
            *_cells(each.model),
            *_cells(each.overlap),
        )
        for each in sets
    ]
    means = [_means([each.model for each in sets])]
    means.append(_means([each.overlap for each in sets]))
    lines.append(("mean", "", "", *means[0], *means[1]))
    measures = ("balanced accuracy", "F1", "AUROC", "flagged")
    header = ("set", "rows", "bad", *measures, *(f"overlap: {m}" for m in measures))
    return _table(header, lines) + "\n\n" + _SETS_NOTE


def _cells(found: Figures) -> tuple[str, ...]:
    measured = (found.balanced, found.f1, found.auroc)
    return (*(_estimate(one) for one in measured), f"{100 * found.flagged:.0f}")


def _means(found: Sequence[Figures]) -> tuple[str, ...]:
    columns = (
        [one.balanced.value for one in found],
        [one.f1.value for one in found],
        [one.auroc.value for one in found],
    )
    means = tuple(f"{100 * sum(column) / len(column):.1f}" for column in columns)
    return (*means, f"{100 * sum(one.flagged for one in found) / len(found):.0f}")


def _estimate(found: Estimate) -> str:
    return f"{100 * found.value:.0f} [{100 * found.low:.0f}, {100 * found.high:.0f}]"


def _table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [header, ["---"] * len(header), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


_DATA_NOTE = (
    "These rows are the mix that the pairs seen were drawn from. `perturbed`, "
    "`fever_neutral`, `fm2_neutral`, `wikisplit`, `joined` and `document` are "
    "labelled by rule; `hans`, `help`, `med`, `breaking_nli` and `conjnli` are made "
    "by templates or half by hand; the wrong answers of `halueval_qa` were written "
    "by a language model; people wrote and labelled the others. `joined` rows say "
    "two facts of two rows at once; `document` rows are sentences of a passage, "
    "shortened, merged or changed. Of `hallucinated` rows it is not known in which "
    "of two ways."
)
_SETS_NOTE = (
    "Per cent; in brackets the interval of 95 % of resamplings of the contexts. An "
    "output is as bad as its worst claim, a claim is held against its two nearest "
    "sentences, the threshold is 0.5. These rows were never trained on."
)
_LIMITS = (
    "Other languages than English. Numbers, units, dates and tables, which the rules "
    "of the judge decide. Claims that need more than two sentences, arithmetic, irony, "
    "medical text. Who did it: another name in the place of the doer is often missed. "
    "By itself the model flags long outputs too often; joined to the rules, the number "
    "of claims makes up for that."
)
