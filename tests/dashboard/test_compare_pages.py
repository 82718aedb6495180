"""The pages that compare judges with each other and with people."""

from pathlib import Path

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from dashboard import resources
from storage.batches import create_batch, set_baseline
from storage.cut_offs import cut_off
from storage.reviews import set_verdict
from storage.runs import get_run, queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunSettings,
)

APP = Path(resources.__file__).with_name("app.py")
HOSTILE = "<script>alert(1)</script> $5 and $6 *bold*"
LABELS = {"s": "supported", "c": "contradicted", "u": "unsupported"}

pytestmark = pytest.mark.usefixtures("database")


def page(name: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.query_params.update({key: [value] for key, value in query.items()})
    app.switch_page(f"views/{name}.py")
    return app.run()


def html_of(app: AppTest) -> str:
    bodies = (element.value for element in app.html)
    return "".join(body for body in bodies if not body.startswith("<style>"))


def words_of(app: AppTest) -> str:
    kinds = (app.markdown, app.caption, app.title, app.subheader, app.info)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def score(
    engine: Engine,
    marks: str,
    *,
    output: str,
    judge: str = "offline",
    label: str | None = None,
    batch_id: int | None = None,
) -> int:
    """Keep a run of an output with one claim for each mark."""
    [run_id] = queue_runs(
        engine,
        [NewSample(output=output, context=("context",), label=label)],
        RunSettings(judge=judge),
        source="page",
        batch_id=batch_id,
    )
    take_runs(engine, worker="w", limit=1)
    bad = sum(mark in "cu" for mark in marks)
    claims = tuple(
        NewClaim(
            f"claim {at} {HOSTILE}",
            None,
            None,
            NewVerdict(LABELS[mark], reason=f"because {HOSTILE}", confidence=0.8),
        )
        for at, mark in enumerate(marks)
    )
    run = FinishedRun(
        run_id=run_id,
        status="scored",
        share=bad / len(marks),
        coverage=1.0,
        context_seen=1.0,
        reason="",
        claims=claims,
    )
    save_runs(engine, [run], worker="w")
    return run_id


@pytest.mark.parametrize("name", ["compare", "judges"])
def test_an_empty_database_leads_to_the_first_score(name: str) -> None:
    app = page(name)

    assert not app.exception
    assert [button.label for button in app.button] == ["Score your first output"]


def test_one_judge_alone_cannot_be_compared(engine: Engine) -> None:
    score(engine, "s", output="x")

    app = page("compare")

    assert "Only one judge has scored anything so far." in words_of(app)


def test_judges_without_a_text_in_common_say_so(engine: Engine) -> None:
    score(engine, "s", output="x")
    score(engine, "s", output="y", judge="other")

    app = page("compare")

    assert "0 texts scored on both sides; left out: 1 only in A, 1 only in B" in (
        words_of(app)
    )
    assert "have scored no text in common" in words_of(app)


def test_two_judges_are_compared_text_by_text_and_claim_by_claim(
    engine: Engine,
) -> None:
    for output, of_a, of_b in (
        ("t1", "ss", "ss"),
        (HOSTILE, "ss", "sc"),
        ("t3", "cc", "sc"),
        ("t4", "sc", "cc"),
    ):
        score(engine, of_a, output=output, judge="A judge")
        score(engine, of_b, output=output, judge="B judge")

    app = page("compare")
    shown, words = html_of(app), words_of(app)

    assert not app.exception
    assert "4 texts scored on both sides; left out: 0 only in A, 0 only in B" in words
    assert "2 became worse, 1 better, 1 stayed the same." in shown
    assert "p = 1.000" in shown
    assert "Got worse: 2" in words
    assert "Got better: 1" in words
    assert "8 claims that both sides found word for word" in words
    assert "<script>" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt; $5 and $6 *bold*" in shown
    assert HOSTILE not in words


def test_sides_can_be_swapped_in_the_address(engine: Engine) -> None:
    score(engine, "s", output="t", judge="one")
    score(engine, "c", output="t", judge="two")

    app = page("compare", a="two", b="one")

    assert [box.value for box in app.selectbox] == ["two", "one"]
    assert "0 became worse, 1 better, 0 stayed the same." in html_of(app)


def test_nobody_said_anything_so_nothing_is_measured(engine: Engine) -> None:
    score(engine, "s", output="t")

    app = page("judges")

    assert "Nothing to hold a judge against yet." in words_of(app)
    assert "0.00" not in html_of(app)


def test_a_judge_is_measured_by_labels_and_by_peoples_verdicts(engine: Engine) -> None:
    score(engine, "ss", output="t1", label="faithful")
    score(engine, "sc", output="t2", label="faithful")
    score(engine, "cc", output=HOSTILE, label="hallucinated")
    reviewed = score(engine, "sc", output="t4", label="hallucinated")
    run = get_run(engine, reviewed)
    assert run is not None
    set_verdict(engine, run.claims[1].claim_id, label="supported", person="ada")

    app = page("judges")
    shown, words = html_of(app), words_of(app)

    assert not app.exception
    assert "4 scored runs of this judge whose sample has a label." in words
    row = '<th scope="row">labelled faithful</th>'
    assert f'{row}<td class="hd-num">1</td><td class="hd-num">1</td>' in shown
    assert '<th scope="row">Recall</th><td class="hd-num">1.00</td>' in shown
    assert '<th scope="row">Balanced accuracy</th><td class="hd-num">0.75</td>' in shown
    assert '<th scope="row">AUROC</th><td class="hd-num">0.88</td>' in shown
    assert "1 claim that a person has labelled." in words
    assert "Judge: ✕ contradicted, 80 % sure. Person: ✓ supported." in shown
    assert "<script>" not in shown


def test_labels_of_one_kind_give_no_curve(engine: Engine) -> None:
    score(engine, "s", output="t1", label="faithful")
    score(engine, "c", output="t2", label="faithful")

    app = page("judges")

    assert "need labels of both kinds" in html_of(app)
    assert '<th scope="row">Recall</th><td class="hd-num">–</td>' in html_of(app)


def test_a_cut_off_is_kept_for_the_judge_and_forgotten_again(engine: Engine) -> None:
    score(engine, "sc", output="t1", label="faithful")
    score(engine, "cc", output="t2", label="hallucinated")

    app = page("judges")
    app.slider[0].set_value(0.5).run()
    [keep] = [button for button in app.button if button.label == "Keep for this judge"]
    keep.click().run()

    assert cut_off(engine, judge="offline") == 0.5
    assert "flagged above 0.50" in words_of(app)

    [forget] = [button for button in app.button if button.label == "Forget"]
    forget.click().run()

    assert cut_off(engine, judge="offline") is None


def test_a_batch_is_held_against_the_one_marked_as_the_baseline(
    engine: Engine,
) -> None:
    before = create_batch(engine, name=f"before {HOSTILE}", settings=RunSettings())
    after = create_batch(engine, name="after", settings=RunSettings())
    for output, then, now in (("t1", "ss", "sc"), ("t2", "sc", "ss"), ("t3", "s", "c")):
        score(engine, then, output=output, batch_id=before)
        score(engine, now, output=output, batch_id=after)
    set_baseline(engine, before)

    app = page("batch", batch=str(after))
    shown, words = html_of(app), words_of(app)

    assert not app.exception
    assert "3 pairs, 3 of the same output; left out: 0 only in the baseline" in words
    assert "No regression: chance alone could explain any rise." in words
    assert "2 newly flagged, 1 no longer flagged." in words
    assert "Got worse: 2" in shown
    assert "0.00 before, 1.00 now" in shown
    assert HOSTILE not in words
    assert "Against the baseline" not in words_of(page("batch", batch=str(before)))
