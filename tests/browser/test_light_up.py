"""Texts and claims of a run in a real browser: lit together, reviewed by keyboard."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import Engine

from storage.database import open_database
from storage.runs import get_run, queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunSettings,
    StoredEvidence,
)

PAGE = """
import streamlit as st

if __name__ == "__main__":
    from dashboard import alive, resources
    from storage import reviews
    from storage.runs import get_run

    st.set_page_config(layout="wide")
    at = st.session_state.setdefault("at", int(st.query_params["run"]))
    run = get_run(resources.engine(), at)
    shows = st.checkbox("Shown", value=True)
    done = shows and alive.show(
        run,
        key="alive",
        review="watch" not in st.query_params,
        flagged=False,
        has_next=True,
        has_previous=False,
    )
    if done:
        st.session_state.setdefault("done", []).append(done)
        if done.action == "verdict":
            reviews.set_verdict(
                resources.engine(),
                done.claim,
                label=done.label,
                person="Ann",
                reason=done.reason or "",
            )
        if done.action == "withdraw":
            reviews.withdraw_verdict(resources.engine(), done.claim, person="Ann")
        if done.action == "next_run":
            st.session_state["at"] += 1
        st.rerun()
    st.text_input("Elsewhere")
    for one in st.session_state.get("done", []):
        st.text(f"{one.at} {one.action} {one.claim} {one.label} {one.reason}")
elif __name__ != "__mp_main__":
    from dashboard.server import middleware

    app = st.App(__file__, middleware=middleware())
"""
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(event.blockedURI));
"""
LIGHT_UP_MS = """
(mark) => {
  const started = performance.now();
  mark.dispatchEvent(new PointerEvent("pointerover", {bubbles: true, composed: true}));
  const root = mark.getRootNode();
  const lit = [...root.querySelectorAll(".lit")];
  lit.forEach((each) => each.getBoundingClientRect());
  const places = lit.map((each) => each.closest("[data-region]").dataset.region);
  const took = performance.now() - started;
  return [took, [...new Set(places)].sort().join(" ")];
}
"""


@dataclass
class Site:
    """A page of its own around the component, with a database to fill."""

    url: str
    engine: Engine

    def keep(
        self,
        output: str,
        context: Sequence[str],
        claims: Sequence[tuple[str, str, Sequence[str]]],
    ) -> int:
        """Keep a run: claims as a span of the output, a label, quotes of evidence."""
        (run_id,) = queue_runs(
            self.engine,
            [NewSample(output=output, context=tuple(context))],
            RunSettings(),
            source="page",
        )
        take_runs(self.engine, worker="test", limit=1)
        made = [made_claim(output, context, *each) for each in claims]
        finished = FinishedRun(
            run_id, "scored", 0.5, 1.0, 1.0, "Half.", claims=tuple(made)
        )
        save_runs(self.engine, [finished], worker="test")
        return run_id


def made_claim(
    output: str, context: Sequence[str], span: str, label: str, quotes: Sequence[str]
) -> NewClaim:
    at = output.find(span)
    found = [evidence(context, quote) for quote in quotes]
    first, more = (found[0], tuple(found[1:])) if found else (None, ())
    verdict = NewVerdict(label, "So it says.", 0.9, None, first, more)
    return NewClaim(
        span, at if at >= 0 else None, at + len(span) if at >= 0 else None, verdict
    )


def evidence(context: Sequence[str], quote: str) -> StoredEvidence:
    index = next(at for at, text in enumerate(context) if quote in text)
    start = context[index].index(quote)
    return StoredEvidence(index, start, start + len(quote), quote)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    (folder / "page.py").write_text(PAGE)
    engine = open_database(folder / "runs.db")
    port = free_port()
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", "page.py"],
            cwd=folder,
            env={
                **os.environ,
                "DATABASE_URL": str(folder / "runs.db"),
                "STREAMLIT_SERVER_PORT": str(port),
                "STREAMLIT_SERVER_ADDRESS": "127.0.0.1",
                "STREAMLIT_SERVER_HEADLESS": "true",
                "STREAMLIT_SERVER_FILE_WATCHER_TYPE": "none",
                "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
            },
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
    url = f"http://127.0.0.1:{port}"
    wait_for(f"{url}/_stcore/health")
    yield Site(url, engine)
    process.terminate()
    process.wait(20)
    engine.dispose()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"waited 60 s in vain for {url}")


@pytest.fixture
def seen(page: Page) -> list[str]:
    """Every request of the page, as it happens."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(WATCH)
    return asked


def opened(page: Page, site: Site, run_id: int, more: str = "") -> None:
    page.goto(f"{site.url}/?run={run_id}{more}")
    expect(page.get_by_role("group", name="Output")).to_be_visible()


def region(page: Page, name: str) -> Locator:
    return page.locator(f"[data-region={name}]")


def lit(page: Page, name: str) -> list[str]:
    """What is lit in a region; of a card its number."""
    found: list[str] = page.eval_on_selector_all(
        f"[data-region={name}] :is(mark, .al-card).lit",
        "all => all.map(e => e.dataset.id ?? e.textContent)",
    )
    return found


def all_lit(page: Page) -> tuple[list[str], list[str], list[str]]:
    return lit(page, "output"), lit(page, "context"), lit(page, "claims")


BRIDGE = "The Alma bridge opened in 1938. It is 410 metres long. It is red."
BRIDGE_CONTEXT = (
    "Nothing of it here. " * 150 + "It is 410 metres long.",
    "The bridge opened in 1937, they say. In 1937 it was green.",
)
BRIDGE_CLAIMS = (
    ("It is 410 metres long.", "supported", ("It is 410 metres long.",)),
    (
        "The Alma bridge opened in 1938.",
        "contradicted",
        ("opened in 1937", "In 1937"),
    ),
    ("1938. It is 410", "unsupported", ()),
    ("It was built by the king.", "unsupported", ("it was green",)),
)


@pytest.fixture
def bridge(page: Page, site: Site) -> int:
    run_id = site.keep(BRIDGE, BRIDGE_CONTEXT, BRIDGE_CLAIMS)
    opened(page, site, run_id)
    return run_id


def is_in_view(element: Locator) -> bool:
    """Whether an element stands inside the region that scrolls it."""
    return bool(
        element.evaluate(
            """element => {
              const box = element.closest("[data-region]").getBoundingClientRect();
              const at = element.getBoundingClientRect();
              return at.top >= box.top - 1 && at.top < box.bottom;
            }"""
        )
    )


def chosen(page: Page) -> str | None:
    return page.locator("[aria-current=true]").get_attribute("data-c")


@pytest.mark.usefixtures("bridge")
def test_pointing_at_a_mark_lights_its_card_and_its_evidence(page: Page) -> None:
    region(page, "output").get_by_text("metres long.").hover()

    assert all_lit(page) == (
        ["It is 410", " metres long."],
        ["It is 410 metres long."],
        ["card-1"],
    )
    assert is_in_view(page.locator("[data-region=context] mark.lit"))
    assert is_in_view(page.locator(".al-card.lit"))


@pytest.mark.usefixtures("bridge")
def test_pointing_at_evidence_lights_its_card_and_its_mark(page: Page) -> None:
    region(page, "context").get_by_text("In 1937", exact=True).hover()

    assert all_lit(page) == (
        ["The Alma bridge opened in ", "1938."],
        ["opened in 1937", "In 1937"],
        ["card-2"],
    )


def test_pointing_at_a_quote_brings_its_own_passage_into_view(
    page: Page, site: Site
) -> None:
    far = "Far away. " + "Nothing of it here. " * 100 + "Still further away."
    run_id = site.keep("So.", [far], [("So.", "contradicted", ("Far", "further"))])
    opened(page, site, run_id)

    page.locator(".al-quote", has_text="further").hover()
    assert is_in_view(region(page, "context").locator("mark", has_text="further"))
    page.locator(".al-quote", has_text="Far").hover()
    assert is_in_view(region(page, "context").locator("mark", has_text="Far"))


@pytest.mark.usefixtures("bridge")
def test_what_was_pointed_at_goes_out_and_what_was_chosen_stays_lit(page: Page) -> None:
    assert chosen(page) == "2"
    page.locator(".al-card", has_text="It was built by the king").hover()
    assert lit(page, "claims") == ["card-4"]
    assert all_lit(page)[:2] == ([], ["it was green"])

    page.get_by_label("Elsewhere").hover()

    assert lit(page, "claims") == ["card-2"]


@pytest.mark.usefixtures("bridge")
def test_reaching_a_claim_by_keyboard_lights_and_says_it(page: Page) -> None:
    page.get_by_role("listitem", name="Claim 2 of 4, contradicted").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")

    assert chosen(page) == "4"
    assert all_lit(page) == ([], ["it was green"], ["card-4"])
    expect(page.get_by_role("status")).to_have_text(
        "Claim 4: unsupported. Closest: Context 2."
    )

    page.get_by_role("button", name="Evidence of claim 2, contradicted").first.focus()

    assert all_lit(page)[0] == ["The Alma bridge opened in ", "1938."]
    expect(page.get_by_role("status")).to_have_text(
        "Claim 2: contradicted. Context 2, Context 2."
    )


@pytest.mark.usefixtures("bridge")
def test_where_claims_overlap_another_click_chooses_the_other(page: Page) -> None:
    both = region(page, "output").get_by_text("It is 410", exact=True)

    both.click()
    assert chosen(page) == "3"
    both.click()
    assert chosen(page) == "1"
    both.click()
    assert chosen(page) == "3"


def long_run(site: Site) -> int:
    """Keep 60 claims on a context of 50,000 characters."""
    sentences = [
        f"Sentence {at} of the long report tells about pier {at * 7} and river {at}."
        for at in range(900)
    ]
    context = " ".join(sentences)[:50_000]
    told = [sentences[at * 10] for at in range(60)]
    labels = ("supported", "contradicted", "unsupported")
    claims = [(each, labels[at % 3], (each,)) for at, each in enumerate(told)]
    return site.keep(" ".join(told), [context], claims)


def test_sixty_claims_on_50000_characters_open_and_light_up_at_once(
    page: Page, site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    sent: list[str | bytes] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: sent.append(frame)),
    )
    run_id = long_run(site)
    opened(page, site, run_id)
    started = time.perf_counter()
    page.reload()
    expect(page.get_by_role("group", name="Output")).to_be_visible()
    opened_s = time.perf_counter() - started
    asked = len(sent)

    figures = []
    marks = region(page, "output").locator("mark")
    for at in range(60):
        took_ms, places = marks.nth(at).evaluate(LIGHT_UP_MS)
        figures.append(took_ms)
        assert places == "claims context output"

    figures.sort()
    with capsys.disabled():
        sys.stdout.write(
            f"\nopened in {opened_s:.2f} s, lit up in {figures[30]:.1f} ms (median), "
            f"{figures[-1]:.1f} ms (slowest of 60)\n"
        )
    assert len(sent) == asked > 0


def test_a_fold_opens_when_evidence_inside_it_is_lit(page: Page, site: Site) -> None:
    opened(page, site, long_run(site))
    folds = region(page, "context").locator("details:not([open])")
    before = folds.count()

    region(page, "output").locator("mark").nth(56).hover()

    assert lit(page, "context") == [
        "Sentence 560 of the long report tells about pier 3920 and river 560."
    ]
    assert is_in_view(region(page, "context").locator("mark.lit"))
    assert folds.count() == before - 1


def test_marks_sit_on_the_right_characters(page: Page, site: Site) -> None:
    quotes = (
        "👩\u200d👩\u200d👧 came.",
        "Cafe\u0301 noir",
        "שלום עולם",
        "<b>bold</b> & more",
    )
    text = (
        "🌉🎉 Yes. 👩\u200d👩\u200d👧 came. Cafe\u0301 noir! "
        "שלום עולם 1999 مرحبا <b>bold</b> & more."
    )
    claims = [(quote, "supported", (quote,)) for quote in quotes]
    opened(page, site, site.keep(text, [text], claims))

    for name in ("output", "context"):
        marks = region(page, name).locator("mark")
        assert marks.evaluate_all("all => all.map(e => e.textContent)") == list(quotes)
    plain = region(page, "output").evaluate(
        """region => {
          const copy = region.cloneNode(true);
          copy.querySelectorAll("button").forEach(each => each.remove());
          return copy.textContent;
        }"""
    )
    assert plain == text


HOSTILE = (
    "<script>window.hit = 1</script><img src=x onerror='window.hit = 2'> "
    "<style>body{display:none}</style> ![x](https://example.test/x.png) "
    "<a href='javascript:window.hit = 3'>x</a> <iframe src=//example.test></iframe>"
)


def test_hostile_text_is_literal_runs_nothing_and_loads_nothing(
    page: Page, site: Site, seen: list[str]
) -> None:
    run_id = site.keep(HOSTILE, [HOSTILE], [(HOSTILE, "contradicted", (HOSTILE,))])
    opened(page, site, run_id)
    page.keyboard.press("2")
    expect(page.locator(".al-judge")).to_be_visible()

    marks = page.locator("mark").evaluate_all("all => all.map(e => e.textContent)")
    made = page.locator(".alive").locator("img, script, style, iframe, a")
    assert marks == [HOSTILE, HOSTILE]
    assert made.count() == 0
    assert page.evaluate("[window.hit, window.violations]") == [None, []]
    assert [url for url in seen if not url.startswith((site.url, "blob:"))] == []


def test_a_touch_brings_all_three_into_the_window(browser: Browser, site: Site) -> None:
    run_id = site.keep(BRIDGE, BRIDGE_CONTEXT, BRIDGE_CLAIMS)
    phone = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True)
    page = phone.new_page()
    opened(page, site, run_id)

    page.get_by_role("listitem", name="Claim 1 of 4, supported").tap()

    expect(page.locator(".al-card.current")).to_be_in_viewport()
    expect(page.locator("[data-region=output] mark.lit").first).to_be_in_viewport()
    expect(page.locator("[data-region=context] mark.lit")).to_be_in_viewport()
    phone.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_scrolls_no_page_sideways(
    browser: Browser, site: Site, scheme: Any
) -> None:
    wide = "| a | b | c |\n|---|---|---|\n| " + " | ".join(["word " * 11] * 3) + " |"
    long_word = "https://example.test/" + "x" * 300
    run_id = site.keep(long_word, [wide, long_word], [(long_word, "supported", ())])
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, color_scheme=scheme, has_touch=True
    )
    page = phone.new_page()
    opened(page, site, run_id)

    page.locator(".al-card").tap()

    assert chosen(page) == "1"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    widths = page.eval_on_selector_all(
        "[data-region]", "all => all.map(e => e.scrollWidth - e.clientWidth)"
    )
    assert widths == [0, 0, 0]
    assert page.locator(".al-table").evaluate("e => e.scrollWidth > e.clientWidth")
    phone.close()


def done(page: Page) -> Locator:
    return page.locator("[data-testid=stText]")


def ids(site: Site, run_id: int) -> list[int]:
    """The ids of a run's claims, in the order of their numbers."""
    run = get_run(site.engine, run_id)
    assert run is not None
    claims = sorted(run.claims, key=lambda claim: claim.position)
    return [claim.claim_id for claim in claims]


def test_verdicts_are_given_by_keys_in_quick_succession_and_nothing_jumps(
    page: Page, site: Site, bridge: int
) -> None:
    _, second, third, fourth = ids(site, bridge)
    order = page.locator(".al-card").evaluate_all("all => all.map(e => e.dataset.c)")
    for key in "1j1j2":
        page.keyboard.press(key)

    expect(done(page)).to_have_text(
        [
            f"1 verdict {second} supported None",
            f"2 verdict {third} supported None",
            f"3 verdict {fourth} contradicted None",
        ]
    )
    again = page.locator(".al-card").evaluate_all("all => all.map(e => e.dataset.c)")
    assert again == order == ["2", "3", "4", "1"]
    assert chosen(page) == "4"
    expect(page.locator(".al-card").nth(2)).to_be_focused()
    expect(page.get_by_role("listitem", name="Claim 2 of 4")).to_contain_text(
        "judge: contradicted"
    )


def test_a_press_on_a_button_of_any_card_is_a_verdict_on_its_claim(
    page: Page, site: Site, bridge: int
) -> None:
    card = page.get_by_role("listitem", name="Claim 1 of 4, supported")

    card.get_by_role("button", name="contradicted").click()

    expect(done(page)).to_have_text(
        [f"1 verdict {ids(site, bridge)[0]} contradicted None"]
    )
    assert chosen(page) == "1"


def test_a_reason_is_typed_in_the_card_and_its_letters_are_no_keys(
    page: Page, site: Site, bridge: int
) -> None:
    page.get_by_label("Why, claim 2 (optional)").fill("")
    page.keyboard.type("1 jump, no 3?")
    page.keyboard.press("Enter")

    claim = ids(site, bridge)[1]
    expect(done(page)).to_have_text([f"1 verdict {claim} contradicted 1 jump, no 3?"])
    page.get_by_label("Elsewhere").fill("")
    page.keyboard.type("123")
    page.keyboard.press("Tab")
    expect(done(page)).to_have_count(1)


def test_a_verdict_is_taken_back(page: Page, site: Site, bridge: int) -> None:
    claim = ids(site, bridge)[1]
    page.keyboard.press("0")
    page.keyboard.press("3")
    expect(page.locator(".al-judge")).to_be_visible()
    page.keyboard.press("0")

    expect(page.locator(".al-judge")).to_be_hidden()
    expect(done(page)).to_have_text(
        [f"1 verdict {claim} unsupported None", f"2 withdraw {claim} None None"]
    )


@pytest.mark.usefixtures("bridge")
def test_what_was_meant_for_one_run_is_never_done_to_the_next(
    page: Page, site: Site
) -> None:
    site.keep("Another.", [], [("Another.", "unsupported", ())])
    for key in "nfu":
        page.keyboard.press(key)

    expect(page.locator(".al-card")).to_have_count(1)
    expect(done(page)).to_have_text(["1 next_run None None None"])
    page.keyboard.press("f")
    expect(done(page).last).to_contain_text("flag None None None")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("f", "flag None None None"),
        ("u", "undo None None None"),
        ("/", "search None None None"),
        ("n", "next_run None None None"),
    ],
)
@pytest.mark.usefixtures("bridge")
def test_every_key_has_a_button_that_does_the_same(
    page: Page, site: Site, key: str, said: str
) -> None:
    site.keep("Another.", [], [("Another.", "unsupported", ())])
    page.locator(f".al-tools [aria-keyshortcuts='{key}']").click()

    expect(done(page)).to_have_text([f"1 {said}"])


@pytest.mark.parametrize("name", ["Split", "Reword", "Remove", "Note"])
def test_what_else_can_be_done_to_a_claim_is_behind_its_buttons(
    page: Page, site: Site, bridge: int, name: str
) -> None:
    card = page.locator(".al-card.current")
    if name != "Note":
        card.get_by_role("button", name="More").click()
    card.get_by_role("button", name=name).click()

    claim = ids(site, bridge)[1]
    expect(done(page)).to_have_text([f"1 {name.lower()} {claim} None None"])


@pytest.mark.usefixtures("bridge")
def test_the_keys_are_shown_and_do_nothing_meanwhile(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("1")
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert chosen(page) == "2"
    page.keyboard.press("j")
    assert chosen(page) == "3"
    expect(done(page)).to_have_count(0)


def test_without_a_review_there_is_nothing_to_press(page: Page, site: Site) -> None:
    run_id = site.keep(BRIDGE, BRIDGE_CONTEXT, BRIDGE_CLAIMS)
    opened(page, site, run_id, "&watch=yes")

    for key in "j12f":
        page.keyboard.press(key)

    assert chosen(page) == "2"
    expect(page.locator(".al-card button")).to_have_count(0)
    expect(page.locator(".al-tools button")).to_have_text(
        ["Previous claimk", "Next claimj", "Keys?"]
    )
    expect(done(page)).to_have_count(0)


@pytest.mark.usefixtures("bridge")
def test_once_it_is_gone_its_keys_do_nothing(page: Page) -> None:
    page.get_by_text("Shown").click()
    expect(page.locator(".alive")).to_have_count(0)
    page.locator("body").press("1")
    page.get_by_text("Shown").click()

    expect(page.get_by_role("group", name="Output")).to_be_visible()
    expect(done(page)).to_have_count(0)
