"""Results in a notebook: claims marked, everything foreign escaped."""

import re
from html.parser import HTMLParser

from dashboard.scoring import Claim, Evidence, Result, Sample, Verdict

HOSTILE = "<img src=x onerror=alert(1)> & \"'`"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_claims_are_marked_where_they_stand_and_explained() -> None:
    evidence = Evidence(0, 7, 11, "1937")
    result = Result(
        sample=Sample("It opened in 1938. It is red.", ["Opened 1937. It is red."]),
        judge="offline",
        status="scored",
        share=0.5,
        claims=(
            Claim(
                "It opened in 1938.",
                0,
                18,
                Verdict("contradicted", "Another year.", evidence=evidence),
            ),
            Claim("It is red.", 19, 29, Verdict("supported", "It says so.")),
        ),
        reason="The score is 0.50.",
    )

    shown = result._repr_html_()

    text = re.sub(r"<[^>]+>", "", shown)
    assert "0.50 of 1 (0 is best), scored, judged by offline" in text
    assert "It opened in 1938.✕1 It is red.✓2" in text
    assert "✕1 contradictedIt opened in 1938.Another year.1937 (context 0)" in text
    assert re.findall(r"<mark[^>]*>([^<]*)</mark>", shown) == [
        "It opened in 1938.",
        "It is red.",
    ]


def test_overlapping_claims_show_the_worst_label() -> None:
    result = Result(
        sample=Sample("abcdef"),
        judge="offline",
        status="scored",
        share=0.5,
        claims=(
            Claim("one", 0, 4, Verdict("supported", "r")),
            Claim("two", 2, 6, Verdict("unsupported", "r")),
        ),
    )

    marks = re.findall(r'<mark style="background:(#\w{6})\w\w[^>]*>(\w+)', str(
        result._repr_html_()
    ))  # fmt: skip

    assert marks == [("#2b8a7e", "ab"), ("#f08c00", "cd"), ("#f08c00", "ef")]


def test_nothing_foreign_becomes_markup() -> None:
    evidence = Evidence(0, 0, len(HOSTILE), HOSTILE)
    verdict = Verdict("contradicted", HOSTILE, evidence=evidence)
    scored = Result(
        sample=Sample(HOSTILE, [HOSTILE]),
        judge=HOSTILE,
        status="scored",
        share=1.0,
        claims=(Claim(HOSTILE, 0, len(HOSTILE), verdict),),
        reason=HOSTILE,
    )
    failed = Result(
        sample=Sample(HOSTILE), judge="m", status="failed", share=None, error=HOSTILE
    )

    page = Tags()
    page.feed(scored._repr_html_() + failed._repr_html_())

    assert page.tags == {
        "b",
        "br",
        "div",
        "mark",
        "p",
        "sup",
        "table",
        "td",
        "th",
        "tr",
    }
    assert page.attributes == {"style", "dir"}
