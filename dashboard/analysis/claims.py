"""Cards of claims: their labels, and in which ways they are hallucinated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dashboard import display
from dashboard.analysis.card import Card, with_statuses
from dashboard.analysis.selection import Selection
from dashboard.charts import labels
from storage.figures import Groups, KindCell, ShareGroup
from storage.values import RunFilter


def by_label(chosen: Selection, groups: Groups) -> Card:
    """Return each group's claims by label."""
    names = list(display.LABELS)
    claims = sum(getattr(group, name) for group in groups.shown for name in names)
    return Card(
        "Labels",
        f"{display.count(claims, 'claim')} of {chosen.in_words(groups)}",
        labels.labels_by_group(groups.shown),
        [
            {"Group": group.name, "Runs": group.runs}
            | {name: getattr(group, name) for name in names}
            for group in groups.shown
        ],
        labels=tuple(
            name
            for name in names
            if any(getattr(group, name) for group in groups.shown)
        ),
        opens=tuple(
            _with_label(with_statuses(chosen.of_group(group), chosen.statuses), name)
            for group in groups.shown
            for name in names
        ),
    )


def by_kind(chosen: Selection, cells: Sequence[KindCell]) -> Card:
    """Return in which ways claims are hallucinated, all groups together."""
    kinds = list(dict.fromkeys(cell.kind for cell in cells))
    counting = with_statuses(chosen.filter, chosen.statuses)
    return Card(
        "What hallucinated claims get wrong",
        f"{_claims(cells)} that are contradicted or unsupported, by kind; a click "
        "opens the runs that have such a claim",
        labels.kinds(cells),
        [
            {"Kind": display.KINDS.get(kind, kind)}
            | {
                name: sum(getattr(cell, name) for cell in cells if cell.kind == kind)
                for name in labels.HALLUCINATED
            }
            for kind in kinds
        ],
        labels=labels.HALLUCINATED,
        opens=tuple(_with_kind(counting, kind) for kind in kinds),
    )


def kinds_by_group(chosen: Selection, cells: Sequence[KindCell]) -> Card:
    """Return in which ways the claims of each group are hallucinated."""
    opens = []
    for cell in cells:
        group = ShareGroup(cell.key, cell.name, (), 0, 0, 0, 0)
        counting = with_statuses(chosen.of_group(group), chosen.statuses)
        opens.append(_with_kind(counting, cell.kind))
    return Card(
        "Kinds by group",
        f"{_claims(cells)} that are contradicted or unsupported; a click opens the "
        "runs that have such a claim",
        labels.kind_matrix(cells),
        [
            {
                "Kind": display.KINDS.get(cell.kind, cell.kind),
                "Group": cell.name,
                "contradicted": cell.contradicted,
                "unsupported": cell.unsupported,
            }
            for cell in cells
        ],
        opens=tuple(opens),
    )


def _claims(cells: Sequence[KindCell]) -> str:
    claims = sum(cell.contradicted + cell.unsupported for cell in cells)
    return display.count(claims, "claim")


def _with_label(filter: RunFilter, label: str) -> RunFilter:
    return replace(filter, labels=(label,))


def _with_kind(filter: RunFilter, kind: str) -> RunFilter:
    return replace(filter, kinds=(kind,))
