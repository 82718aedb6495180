"""Texts of a report: marked like the page's, whole, what is far from a mark folded."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard import display
from dashboard.foreign import Html, join, tag
from dashboard.marks import Mark, Part, Stretch, parts, stretches


def marked_text(text: str, marks: Sequence[Mark]) -> Html:
    """Return a text with its marks; each mark leads to the card of its claim.

    Nothing is left out: a report has no page behind it that holds the rest.
    """
    return join(_part(text, marks, part) for part in parts(text, marks))


def _part(text: str, marks: Sequence[Mark], part: Part) -> Html:
    body = join(_stretch(stretch) for stretch in stretches(text, marks, part))
    if part.state == "open":
        return body
    words = f"{part.end - part.start:,} characters without a mark nearby"
    return tag("details", tag("summary", words), body, class_="fold")


def _stretch(stretch: Stretch) -> Html:
    if not stretch.marks:
        return join([stretch.text])
    first = stretch.marks[0]
    near = " near" if first.near else ""
    mark = tag("mark", stretch.text, class_=f"{first.label}{near}")
    return join([mark, *(_number(each) for each in stretch.ending)])


def _number(mark: Mark) -> Html:
    sign = display.look_of(mark.label).sign
    link = tag(
        "a",
        f"{sign}{mark.number}",
        href=f"#claim-{mark.number}",
        aria_label=f"claim {mark.number}: {mark.label}",
    )
    return tag("sup", link, class_=mark.label)
