"""A run as one HTML file: everything is there, nothing runs, nothing is loaded."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from dashboard.run_report import report_html
from storage.review_history import HistoryEntry
from storage.values import (
    NewSample,
    RunDetails,
    RunSettings,
    RunSummary,
    StoredCall,
    StoredClaim,
    StoredEvidence,
    StoredVerdict,
)

NOW = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
HOSTILE = (
    '<script>alert(1)</script><img src=//evil.example/x onerror="alert(2)">'
    "</style></title></textarea><!-- --> &lt; ' \" $5 and $6 _x_ ![a](http://b) ]]>"
)
OUTPUT = f"The bridge is red. {HOSTILE} It is 27 m wide. الجسر 🌉 é"
CONTEXT = (f"The bridge is blue. {HOSTILE}", "", "It is 27 m wide.\nSecond line.")


def verdict(label: str, **more: object) -> StoredVerdict:
    judge = StoredVerdict(
        verdict_id=1, by="judge", by_person=False, label=label, reason=f"why {HOSTILE}",
        confidence=0.75, kind="other", evidence=None, more_evidence=(),
        invented_quote=None, layer=None, created_at=NOW,
    )  # fmt: skip
    return replace(judge, **more)  # type: ignore[arg-type]


BLUE = StoredEvidence(0, 0, 19, "The bridge is blue.")
CLAIMS = (
    StoredClaim(
        11, 0, "The bridge is red", 0, 17,
        (
            verdict("contradicted", evidence=BLUE),
            verdict(
                "unsupported", by=f"Ada {HOSTILE}", by_person=True, reason="Hm.",
                withdrawn_at=NOW,
            ),
            verdict("supported", by="Bo", by_person=True, reason="Seen it."),
        ),
    ),
    StoredClaim(
        12, 1, f"A claim {HOSTILE}", None, None,
        (verdict("unsupported", invented_quote=f"invented {HOSTILE}"),),
    ),
    StoredClaim(
        13, 2, "The bridge is 27 m wide", OUTPUT.index("It is 27"),
        OUTPUT.index(" الجسر"),
        (verdict("supported", evidence=StoredEvidence(2, 0, 16, "It is 27 m wide.")),),
    ),
)  # fmt: skip
GONE = replace(CLAIMS[0], claim_id=14, position=3, text="Taken away", removed_by="Ada")
CALL = StoredCall(
    "verdicts", 1, "openai/x", {"temperature": 0.0, "odd": HOSTILE},
    [{"role": "system", "content": "Judge."}, {"role": "user", "content": HOSTILE}],
    f"\n{HOSTILE}", 12, 3, None, 1.5, f"error {HOSTILE}", False,
)  # fmt: skip
SUMMARY = RunSummary(
    run_id=7, created_at=NOW, output_start=OUTPUT[:20], judge="openai/x",
    status="scored", share=1 / 3, score=5 / 6, scale=2.5, coverage=1.0, claims=3,
    supported=2, contradicted=0, unsupported=1, unjudged=0, flagged=True,
    suspicious=True, reviewed=True, batch=f"b {HOSTILE}", batch_id=1, error=None,
    judge_share=2 / 3,
)  # fmt: skip
RUN = RunDetails(
    summary=SUMMARY, sample_id=1,
    sample=NewSample(
        OUTPUT, CONTEXT, f"Q {HOSTILE}", "hallucinated",
        {f"m {HOSTILE}": {"a": HOSTILE}},
    ),
    settings=RunSettings(judge="openai/x", repeat=3, api_base=f"http://{HOSTILE}"),
    reason=f"because {HOSTILE}", context_seen=0.5, judge_detail=f"detail {HOSTILE}",
    prompt_version="1", tokens_in=12, tokens_out=3, cost=None, duration_s=1.5,
    started_at=NOW, finished_at=NOW, source="page", claims=CLAIMS, calls=(CALL,),
    tags=(f"tag {HOSTILE}", "other"), notes=(f"note\n{HOSTILE}",), trace_id=HOSTILE,
    removed_claims=(GONE,),
)  # fmt: skip
ACT = HistoryEntry(
    1, NOW, f"Ada {HOSTILE}", "verdict", 11, "c", "supported", "contradicted",
    f"reason {HOSTILE}", (), None, f"labelled “{HOSTILE}” supported", NOW,
)  # fmt: skip
VOID = {"meta"}
NAMES = (
    "html head meta title style body main header footer section article h1 h2 h3 p "
    "span b strong s mark sup a div dl dt dd ul ol li blockquote cite details summary "
    "pre"
)
ELEMENTS = set(NAMES.split())


class Page(HTMLParser):
    """Every element with its attributes, and all text outside of head."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.title = ""
        self.style = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["style"]:
            self.style += data
        elif self.open[-1:] == ["title"]:
            self.title += data
        else:
            self.text += data

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag == name]


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(report_html(RUN, [ACT]))


def test_every_element_is_one_of_ours_and_is_closed(page: Page) -> None:
    assert {name for name, _ in page.elements} <= ELEMENTS
    assert page.open == []
    assert page.comments == []


def test_nothing_runs_and_nothing_is_loaded(page: Page) -> None:
    names = {name for _, attributes in page.elements for name in attributes}

    assert names <= {
        "lang", "charset", "http-equiv", "content", "name", "class", "dir", "id",
        "href", "aria-label",
    }  # fmt: skip
    assert "url(" not in page.style
    assert "@import" not in page.style
    assert "expression" not in page.style
    assert all((a["href"] or "").startswith("#") for a in page.all("a"))


def test_its_policy_forbids_all_but_its_own_style(page: Page) -> None:
    [policy] = [
        meta["content"]
        for meta in page.all("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    ]

    assert policy == (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'"
    )
    first = next(at for at, (name, _) in enumerate(page.elements) if name == "style")
    last = max(at for at, (name, _) in enumerate(page.elements) if name == "meta")
    assert last < first


def test_links_lead_to_places_in_the_report(page: Page) -> None:
    ids = [a["id"] for _, a in page.elements if "id" in a]
    aims = {(a["href"] or "")[1:] for a in page.all("a")}

    assert len(ids) == len(set(ids))
    assert aims <= set(ids)
    assert {"claim-1", "claim-3", "context-1", "context-3"} <= aims


@pytest.mark.parametrize(
    "text",
    [
        f"why {HOSTILE}",
        f"A claim {HOSTILE}",
        f"invented {HOSTILE}",
        f"Q {HOSTILE}",
        f"because {HOSTILE}",
        f"Ada {HOSTILE}",
        f"labelled “{HOSTILE}” supported",
        f"reason {HOSTILE}",
        f"tag {HOSTILE}, other",
        f"note\n{HOSTILE}",
        f"Metadata: m {HOSTILE}",
        f"b {HOSTILE}",
        f"http://{HOSTILE}",
        f"error {HOSTILE}",
        f"Detail {HOSTILE}",
        f"\n\n{HOSTILE}",
        "Taken away",
        "taken away by Ada",
        "الجسر 🌉 é",
        "It is 27 m wide.",
        "Second line.",
        "0.83",
        "0.3333333333333333",
        "0.6666666666666666",
        "1 of 3 judged (33 %)",
        "50 %",
        "⚑ flagged",
        "12 in, 3 out",
        "2026-03-01 12:30:00 UTC",
        "Seen it.",
        "talks to the judge",
    ],
)
def test_what_is_known_of_a_run_stands_in_it_word_for_word(
    page: Page, text: str
) -> None:
    assert text in page.text


def test_texts_stand_whole_between_their_marks(page: Page) -> None:
    plain = re.sub(r"[✕?–✓]\d", "", page.text)

    assert OUTPUT in plain
    assert all(item in plain for item in CONTEXT)


def test_a_person_s_verdict_stands_beside_the_judge_s(page: Page) -> None:
    card = page.text[page.text.index("✓ supported claim 1") :]

    assert card.index("by Bo") < card.index("The bridge is red")
    assert "✕ contradicted the judge: why" in card
    assert "? unsupported Ada" in card
    assert " · withdrawn" in card
    assert "✓ supported Bo: Seen it." in card


def test_a_long_text_is_folded_and_nothing_of_it_left_out() -> None:
    long = " ".join(f"word{at}th" for at in range(60_000))
    claim = replace(
        CLAIMS[2], start=0, end=17, verdicts=(verdict("supported", evidence=None),)
    )
    run = replace(RUN, claims=(claim,), sample=NewSample(OUTPUT, (long,)))

    page = Page(report_html(run))

    assert long in re.sub(r"[\d,]+ characters without a mark nearby", "", page.text)
    assert {"class": "fold"} in page.all("details")


def test_prompts_are_folded(page: Page) -> None:
    assert page.all("details").count({"class": "call"}) == 1


def test_a_run_without_anything_is_a_report_too() -> None:
    summary = replace(
        SUMMARY, status="failed", share=None, score=None, judge_share=None, claims=0,
        supported=0, unsupported=0, flagged=False, suspicious=False, reviewed=False,
        error=f"no key {HOSTILE}", batch=None,
    )  # fmt: skip
    run = replace(
        RUN, summary=summary, sample=NewSample(""), claims=(), calls=(), tags=(),
        notes=(), removed_claims=(), reason="", finished_at=None, duration_s=None,
        tokens_in=None, tokens_out=None, trace_id=None, judge_detail=None,
    )  # fmt: skip

    page = Page(report_html(run))

    assert "No score: failed" in page.text
    assert f"no key {HOSTILE}" in page.text
    assert "The output is empty." in page.text
    assert "No context was given." in page.text
    assert page.title == "Empty output · hallucination report"
    assert {name for name, _ in page.elements} <= ELEMENTS


def test_the_same_run_always_gives_the_same_report() -> None:
    assert report_html(RUN, [ACT]) == report_html(RUN, [ACT])
