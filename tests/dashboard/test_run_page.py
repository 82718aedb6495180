"""The page of a run as a place to work: actions of the browser, notes, the bin."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from dashboard import resources
from storage import reviews
from storage.runs import get_run, list_runs, queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunDetails,
    RunFilter,
    RunSettings,
)

APP = Path(resources.__file__).with_name("app.py")
HOSTILE = "<script>alert(1)</script> $5 and $6 *bold*"
LABELS = {"s": "supported", "c": "contradicted", "u": "unsupported"}

pytestmark = pytest.mark.usefixtures("database")


def keep(
    engine: Engine, marks: str = "sc", *, output: str = "It is so.", judge: str = "one"
) -> int:
    """Keep a run with one claim for each mark, a failed one without marks."""
    [run_id] = queue_runs(
        engine,
        [NewSample(output=output, context=("It is so.",))],
        RunSettings(judge=judge),
        source="page",
    )
    take_runs(engine, worker="w", limit=1)
    claims = tuple(
        NewClaim(
            f"claim {at}", None, None, NewVerdict(LABELS[mark], reason=f"why {mark}")
        )
        for at, mark in enumerate(marks)
    )
    run = FinishedRun(run_id, "failed", None, 0.0, 0.0, "", error="no answer")
    if marks:
        share = sum(mark in "cu" for mark in marks) / len(marks)
        run = FinishedRun(run_id, "scored", share, 1.0, 1.0, "", claims=claims)
    save_runs(engine, [run], worker="w")
    return run_id


def opened(run_id: int, **query: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.query_params.update({"run": [str(run_id)]} | {k: [v] for k, v in query.items()})
    app.switch_page("views/run.py")
    return app.run()


def html_of(app: AppTest) -> str:
    bodies = (element.value for element in app.html)
    return "".join(body for body in bodies if not body.startswith("<style>"))


def asked(app: AppTest, name: str = "run") -> int:
    return int("".join(app.query_params[name]))


def details(engine: Engine, run_id: int) -> RunDetails:
    run = get_run(engine, run_id)
    assert run is not None
    return run


def button(app: AppTest, label: str) -> Any:
    return next(each for each in app.button if each.label == label)


def test_a_persons_decision_shows_beside_the_judges_own_score(engine: Engine) -> None:
    run_id = keep(engine, "sc")
    bad = details(engine, run_id).claims[1]
    reviews.set_verdict(engine, bad.claim_id, label="supported", person="ada")

    shown = html_of(opened(run_id))

    assert ">0.00</b>" in shown
    assert (
        "Reviewed. The judge&#x27;s own score: 0.50; 1 claim decided otherwise."
        in shown
    )


def test_next_and_previous_go_through_the_list_of_all_runs(engine: Engine) -> None:
    first, second, third = (keep(engine, "", output=f"run {at}") for at in range(3))
    app = opened(second)

    button(app, "Next").click().run()
    assert asked(app) == first
    assert button(app, "Next").disabled

    button(app, "Previous").click().run()
    button(app, "Previous").click().run()
    assert asked(app) == third
    assert button(app, "Previous").disabled


def test_a_note_is_kept_with_its_writer_and_shown_literally(engine: Engine) -> None:
    run_id = keep(engine)
    app = opened(run_id)

    app.text_area[0].set_value(HOSTILE)
    button(app, "Add the note").click().run()

    [note] = reviews.notes(engine, run_id)
    assert note.text == HOSTILE
    assert "&lt;script&gt;alert(1)&lt;/script&gt; $5 and $6 *bold*" in html_of(app)
    assert "<script>" not in html_of(app)


def test_the_name_that_reviews_are_kept_under_can_be_changed(engine: Engine) -> None:
    run_id = keep(engine)
    app = opened(run_id)

    next(each for each in app.text_input if each.label == "Your name").set_value("Ada")
    app.text_area[0].set_value("seen")
    button(app, "Add the note").click().run()

    [note] = reviews.notes(engine, run_id)
    assert note.person == "Ada"


def test_tags_are_put_on_and_taken_off(engine: Engine) -> None:
    run_id = keep(engine)
    reviews.add_tag(engine, [keep(engine, output="other")], name="dates", person="ada")
    app = opened(run_id)

    tags = next(each for each in app.multiselect if each.label == "Tags")
    tags.set_value(["dates"]).run()
    assert details(engine, run_id).tags == ("dates",)

    next(each for each in app.multiselect if each.label == "Tags").set_value([]).run()
    assert details(engine, run_id).tags == ()


def test_the_last_step_is_undone(engine: Engine) -> None:
    run_id = keep(engine)
    reviews.flag(engine, [run_id], flagged=False, person="ada")
    app = opened(run_id)
    next(each for each in app.text_input if each.label == "Your name").set_value("ada")

    button(app, "Undo my last step").click().run()

    assert details(engine, run_id).summary.flagged is True
    assert "hd-undone" in html_of(app)


def test_a_deleted_run_can_be_taken_out_of_the_bin_at_once(engine: Engine) -> None:
    run_id = keep(engine)
    keep(engine, output="another")
    app = opened(run_id)

    button(app, "Delete").click().run()
    assert get_run(engine, run_id) is None
    assert not app.exception

    app.switch_page("views/runs.py")  # which the page did, unknown to the test's app
    app.run()
    button(app, "Take out again").click().run()
    assert get_run(engine, run_id) is not None


def test_the_bin_lists_what_is_in_it_and_is_emptied_by_hand(engine: Engine) -> None:
    first, second = keep(engine, output=HOSTILE), keep(engine, output="other")
    reviews.bin_runs(engine, [first, second], person="ada")
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.switch_page("views/bin.py")
    app.run()

    assert "&lt;script&gt;" in html_of(app)
    assert "deleted by ada" in html_of(app)
    app.button(key=f"restore_{first}").click().run()
    assert [run.run_id for run in list_runs(engine, RunFilter())] == [first]

    button(app, "Delete all for good").click().run()
    assert reviews.count_binned(engine) == 0
    assert "The bin is empty." in html_of(app)


def test_other_runs_of_the_same_texts_stand_beside_it(engine: Engine) -> None:
    one, two = keep(engine, "sc"), keep(engine, "ss", judge="two")
    keep(engine, output="another text")

    shown = html_of(opened(one, beside=str(two)))

    assert "Run 2 · two · score 0.00" in shown
    assert shown.count('class="hd-differs"') == 1
    assert "why c" in shown


def test_scoring_again_makes_a_new_run_of_the_same_sample(engine: Engine) -> None:
    run_id = keep(engine, judge="offline")
    app = opened(run_id)

    button(app, "Score").click().run()

    newest = list_runs(engine, RunFilter())[0]
    assert newest.run_id == run_id + 1
    again, before = details(engine, run_id + 1), details(engine, run_id)
    assert again.sample_id == before.sample_id
    assert asked(app, "beside") == run_id


def test_a_correction_is_suggested_and_never_applied(engine: Engine) -> None:
    output = "The bridge opened in 1938."
    [run_id] = queue_runs(
        engine,
        [NewSample(output=output, context=("The bridge opened in 1937.",))],
        RunSettings(),
        source="page",
    )
    take_runs(engine, worker="w", limit=1)
    verdict = NewVerdict("contradicted", "1938 is not 1937.", 0.9, "date")
    claim = NewClaim("The bridge opened in 1938", 0, 25, verdict)
    run = FinishedRun(run_id, "scored", 1.0, 1.0, 1.0, "", claims=(claim,))
    save_runs(engine, [run], worker="w")
    app = opened(run_id)

    button(app, "Suggest").click().run()

    assert not app.exception
    assert "<del>1938</del><ins>1937</ins>" in html_of(app)
    assert "The bridge opened in 1937." in [block.value for block in app.code]
    assert details(engine, run_id).sample.output == output


def test_hostile_texts_stay_texts_everywhere_on_the_page(engine: Engine) -> None:
    run_id = keep(engine, output=HOSTILE)
    reviews.add_tag(engine, [run_id], name=HOSTILE, person=HOSTILE)
    claim = details(engine, run_id).claims[0]
    reviews.reword_claim(engine, claim.claim_id, text=HOSTILE, person=HOSTILE)

    app = opened(run_id)

    assert not app.exception
    assert "<script>" not in html_of(app)
    kinds = (app.markdown, app.caption, app.title, app.subheader, app.info)
    assert all(HOSTILE not in str(each.value) for kind in kinds for each in kind)
