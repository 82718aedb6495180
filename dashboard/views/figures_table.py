"""Measured numbers with their intervals, and what was taken for what, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard import display, foreign
from dashboard.foreign import Html, tag
from dashboard.scoring.measures import Confusion, Estimate


def show_estimates(rows: Sequence[tuple[str, Estimate | None, str]]) -> None:
    """Show measures with interval and n; one that could not be measured says so.

    Each row is a name, the estimate, and what it means.
    """
    body = [
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", _value(estimate), class_="hd-num"),
            tag("td", _interval(estimate), class_="hd-num"),
            tag("td", f"{estimate.n:,}" if estimate else "0", class_="hd-num"),
            tag("td", meaning),
        )
        for name, estimate, meaning in rows
    ]
    heads = ("Measure", "Value", "95 % interval", "n", "What it says")
    _show("Measures", heads, body)


def show_confusion(confusion: Confusion) -> None:
    """Show flags against labels of samples, in numbers."""
    body = [
        tag(
            "tr",
            tag("th", truth, scope="row"),
            *(tag("td", f"{number:,}", class_="hd-num") for number in numbers),
        )
        for truth, numbers in (
            ("labelled hallucinated", (confusion.found, confusion.missed)),
            ("labelled faithful", (confusion.false_alarms, confusion.passed)),
        )
    ]
    heads = ("Sample", "above the cut-off", "not above")
    _show("Labels of samples and flags", heads, body)


def show_matrix(
    labels: Sequence[str], matrix: Sequence[Sequence[int]], *, down: str, across: str
) -> None:
    """Show how often which labels met; rows are those of ``down``."""
    body = [
        tag(
            "tr",
            tag("th", f"{down}: {display.signed(label)}", scope="row"),
            *(
                tag(
                    "td",
                    f"{number:,}",
                    class_="hd-num hd-same" if at == other else "hd-num",
                )
                for other, number in enumerate(numbers)
            ),
        )
        for at, (label, numbers) in enumerate(zip(labels, matrix, strict=True))
    ]
    heads = [f"{across}: {display.signed(label)}" for label in labels]
    _show(f"Labels of {down} and {across}", ("Claims", *heads), body)


def estimate_text(estimate: Estimate | None) -> str:
    """Return a measure with its interval in one line; a dash for none."""
    interval = _interval(estimate)
    return _value(estimate) + (f" ({interval})" if estimate and interval != "–" else "")


def _value(estimate: Estimate | None) -> str:
    return "–" if estimate is None else f"{estimate.value:.2f}"


def _interval(estimate: Estimate | None) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return "–"
    return f"{estimate.low:.2f} to {estimate.high:.2f}"


def _show(name: str, heads: Sequence[str], body: Sequence[Html]) -> None:
    head = tag("tr", *(tag("th", words, scope="col") for words in heads))
    table = tag("table", tag("thead", head), tag("tbody", *body), class_="hd-table")
    foreign.show(
        tag(
            "div",
            table,
            class_="hd hd-scroll",
            tabindex=0,
            role="region",
            aria_label=name,
        )
    )
