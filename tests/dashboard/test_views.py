"""Every page: one path that works, the empty case, the failing judge, hostile text."""

from pathlib import Path

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from dashboard import resources
from dashboard.examples import EXAMPLES
from dashboard.views import exports, table
from storage.batches import create_batch
from storage.runs import get_run, list_runs, queue_runs, save_runs, take_runs
from storage.values import (
    FinishedRun,
    NewClaim,
    NewSample,
    NewVerdict,
    RunFilter,
    RunSettings,
    StoredEvidence,
)
from storage.workers import register_worker

APP = Path(resources.__file__).with_name("app.py")
HOSTILE = "<script>alert(1)</script> ![x](https://example.test/x.png) $5 and $6 :red[x]"
ESCAPED = (
    "&lt;script&gt;alert(1)&lt;/script&gt; ![x](https://example.test/x.png) "
    "$5 and $6 :red[x]"
)


pytestmark = pytest.mark.usefixtures("database")


def page(name: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.query_params.update({key: [value] for key, value in query.items()})
    if name != "score":
        app.switch_page(f"views/{name}.py")
    return app.run()


def html_of(app: AppTest) -> str:
    """All elements of our own on the page, without the stylesheets."""
    bodies = (element.value for element in app.html)
    return "".join(body for body in bodies if not body.startswith("<style>"))


def asked_run(app: AppTest) -> str:
    return "".join(app.query_params["run"])


def messages(app: AppTest) -> str:
    """All that was shown as Markdown, where foreign text would come alive."""
    kinds = (app.markdown, app.caption, app.title, app.subheader, app.info, app.error)
    return "".join(str(element.value) for kind in kinds for element in kind)


def keep_run(
    engine: Engine,
    *,
    output: str = "It opened in 1938. It is red.",
    context: tuple[str, ...] = ("The bridge opened in 1937.",),
    judge: str = "offline",
    reason: str = "1938 is not 1937.",
    error: str | None = None,
) -> int:
    """Keep a finished run with a contradicted and an unsupported claim."""
    (run_id,) = queue_runs(
        engine,
        [NewSample(output=output, context=context, input="When?")],
        RunSettings(judge=judge),
        source="page",
    )
    take_runs(engine, worker="test", limit=1)
    evidence = StoredEvidence(0, 0, 10, context[0][:10])
    claims = (
        NewClaim(output[:17], 0, 17, NewVerdict("unsupported", kind="missing")),
        NewClaim(
            output[18:],
            18,
            len(output),
            NewVerdict("contradicted", reason, 0.9, "date", evidence),
        ),
    )
    run = (
        FinishedRun(run_id, "failed", None, 0.0, 0.0, "", error=error)
        if error
        else FinishedRun(run_id, "scored", 1.0, 1.0, 1.0, reason, claims=claims)
    )
    save_runs(engine, [run], worker="test")
    return run_id


def test_an_example_is_one_click_and_score_shows_its_verdicts_in_place() -> None:
    app = page("score")
    next(b for b in app.button if b.label == "Star Wars").click().run()

    assert [a.value for a in app.text_area] == [
        *EXAMPLES[1].context,
        EXAMPLES[1].output,
    ]

    next(b for b in app.button if b.label == "Score").click().run()

    assert not app.exception
    shown = html_of(app)
    assert ">0.50</b>" in shown
    assert "Mixed hallucination" in shown
    assert " 2 supported" in shown
    (texts,) = app.get("bidi_component")
    assert '"k": "hd-contradicted"' in texts.proto.json
    assert asked_run(app) == "1"


def test_a_refreshed_score_page_shows_the_same_run_and_fills_the_boxes(
    engine: Engine,
) -> None:
    run_id = keep_run(engine)

    app = page("score", run=str(run_id))

    assert "Complete hallucination" in html_of(app)
    assert [a.value for a in app.text_area] == [
        "The bridge opened in 1937.",
        "It opened in 1938. It is red.",
    ]


def test_score_without_output_and_context_says_what_to_paste() -> None:
    app = page("score")

    next(b for b in app.button if b.label == "Score").click().run()

    assert "Paste the output to check, and the context" in html_of(app)
    assert "run" not in app.query_params


def test_an_output_of_5_mb_is_refused_with_a_sentence_that_says_what_to_do() -> None:
    app = page("score")
    app.text_area(key="output").set_value("A line of text. " * 312_500)
    next(b for b in app.button if b.label == "Score").click().run()

    assert (
        "The output has 5,000,000 characters; up to 1,000,000 can be scored at a time. "
        "Score it in parts."
    ) in html_of(app)


def test_characters_that_cannot_be_stored_are_replaced_and_said_to_be(
    engine: Engine,
) -> None:
    app = page("score")
    app.text_area(key="output").set_value("It opened\x00 in 1938.")
    next(b for b in app.button if b.label == "Score").click().run()

    assert "1 character that no database stores" in html_of(app)
    run = get_run(engine, 1)
    assert run is not None
    assert run.sample.output == "It opened\ufffd in 1938."


def test_another_context_gets_a_box_of_its_own() -> None:
    app = page("score")
    next(b for b in app.button if b.label == "Add another context").click().run()

    assert [a.label for a in app.text_area] == [
        "Context 1",
        "Context 2",
        "Output to check",
    ]


def test_another_model_needs_a_name() -> None:
    app = page("score")
    app.text_area(key="output").set_value("It opened in 1938.")
    app.selectbox(key="judge_choice").set_value("Other model…").run()
    next(b for b in app.button if b.label == "Score").click().run()

    assert "Type the name of a model, or choose the offline judge." in html_of(app)


@pytest.mark.parametrize("name", ["score", "run"])
def test_a_failed_run_says_why_and_has_no_score(engine: Engine, name: str) -> None:
    run_id = keep_run(engine, error=f"the key was refused: {HOSTILE}")

    app = page(name, run=str(run_id))

    assert not app.exception
    assert "This run failed, so it has no score." in html_of(app)
    assert f"the key was refused: {ESCAPED}" in html_of(app)
    assert "hd-score" not in html_of(app)


def test_a_run_that_is_being_judged_elsewhere_is_waited_for(engine: Engine) -> None:
    queue_runs(engine, [NewSample(output="Soon.")], RunSettings(), source="cli")
    register_worker(engine, name="other", host="elsewhere", pid=1)
    (taken,) = take_runs(engine, worker="other", limit=1)

    app = page("run", run=str(taken.run_id))

    assert not app.exception
    assert "The judge is at work." in html_of(app)


def test_a_failed_run_can_be_scored_again_from_filled_boxes(engine: Engine) -> None:
    app = page("run", run=str(keep_run(engine, error="the key was refused")))

    next(b for b in app.button if b.label == "Change the texts first").click().run()

    assert not app.exception
    assert [a.value for a in app.text_area] == [
        "The bridge opened in 1937.",
        "It opened in 1938. It is red.",
    ]


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param("999", id="no such run"),
        pytest.param("abc", id="no number"),
        pytest.param("9" * 40, id="too large for a database"),
        pytest.param("<b>1</b>", id="hostile"),
        pytest.param("²", id="a digit that is no number"),
    ],
)
def test_a_run_that_is_not_there_is_said_in_our_own_words(wanted: str) -> None:
    app = page("run", run=wanted)

    assert not app.exception
    assert "There is no run “" in html_of(app)
    assert "<b>1</b>" not in html_of(app)


def test_the_run_page_without_a_run_leads_to_the_list() -> None:
    app = page("run")

    assert "No run was chosen." in html_of(app)
    assert [b.label for b in app.button] == ["Show all runs"]


@pytest.mark.parametrize("name", ["runs", "analysis"])
def test_an_empty_database_has_one_sentence_and_one_button(name: str) -> None:
    app = page(name)

    assert not app.exception
    assert [b.label for b in app.button] == ["Score your first output"]
    assert html_of(app).count("hd-nothing") == 1


def test_the_list_shows_every_run_with_its_band_score_and_counts(
    engine: Engine,
) -> None:
    keep_run(engine)
    keep_run(engine, error="the key was refused")

    app = page("runs")

    shown = app.dataframe[0].value
    assert not app.exception
    assert [list(v) for v in shown["verdict"]] == [["Failed"], ["Complete"]]
    assert shown["score"].tolist()[1] == 1.0
    assert shown["contradicted"].tolist() == ["", "1"]
    assert shown["output"].tolist() == [
        "the key was refused · It opened in 1938. It is red.",
        "It opened in 1938. It is red.",
    ]


def test_filters_are_read_from_the_address_and_bad_values_ignored(
    engine: Engine,
) -> None:
    keep_run(engine)
    keep_run(engine, output="Another output, about a red bridge.")

    app = page(
        "runs", q="another", band="complete", status="nonsense", page="77", since="x"
    )

    assert not app.exception
    assert app.dataframe[0].value["output"].tolist() == [
        "Another output, about a red bridge."
    ]


@pytest.mark.parametrize("name", ["page", "batch"])
def test_a_number_of_thousands_of_digits_in_the_address_is_ignored(
    engine: Engine, name: str
) -> None:
    create_batch(engine, name="nightly", settings=RunSettings())
    keep_run(engine)

    app = page("runs", **{name: "9" * 5_000})

    assert not app.exception
    assert len(app.dataframe[0].value) == 1


def test_order_and_page_are_read_from_the_address(engine: Engine) -> None:
    for at in range(52):
        keep_run(engine, output=f"It opened in 1938. {'x' * at}")

    app = page("runs", sort="longest", page="2")

    assert app.dataframe[0].value["output"].tolist() == [
        "It opened in 1938. x",
        "It opened in 1938.",
    ]


def test_a_line_of_a_charts_data_opens_exactly_its_runs(engine: Engine) -> None:
    keep_run(engine)
    keep_run(engine, output="It opened in 1937. It is red.", judge="another")
    app = page("analysis", by="judge", data_Bands="true")
    toggle = next(t for t in app.toggle if t.key == "data_Bands")
    toggle.set_value(True).run()

    app.session_state["rows_Bands"] = {
        "selection": {"rows": [0], "columns": [], "cells": []}
    }
    app.run()

    assert not app.exception
    assert "".join(app.query_params["judge"]) == "another"
    assert "".join(app.query_params["band"]) == "none"


def test_a_packed_address_that_is_nonsense_does_no_harm(engine: Engine) -> None:
    keep_run(engine)

    app = page("runs", open="band=none&band=%3Cb%3E&since=x&flagged=maybe&share=y&z=1")

    assert not app.exception
    bands = next(box for box in app.multiselect if box.label == "Band")
    assert bands.value == ["none"]
    assert "open" not in app.query_params


def test_the_worst_claims_of_one_kind_can_be_linked_to(engine: Engine) -> None:
    keep_run(engine)

    app = page("analysis", kind_of_claims="date")

    assert html_of(app).count("hd hd-worst") == 1


def test_a_batch_is_chosen_by_its_number_in_the_address(engine: Engine) -> None:
    keep_run(engine)
    batch = create_batch(engine, name=HOSTILE, settings=RunSettings())
    queue_runs(
        engine,
        [NewSample(output="Of the batch.")],
        RunSettings(),
        source="cli",
        batch_id=batch,
    )

    app = page("runs", batch=str(batch))

    assert not app.exception
    assert app.dataframe[0].value["output"].tolist() == ["Of the batch."]
    assert page("runs", batch="77").dataframe[0].value.shape[0] == 2


def test_filters_that_let_nothing_through_can_be_cleared(engine: Engine) -> None:
    keep_run(engine)
    app = page("runs", q="zebra")
    assert "No run fits these filters." in app.info[0].value

    next(b for b in app.button if b.label == "Clear the filters").click().run()

    assert len(app.dataframe[0].value) == 1


def test_ticked_runs_are_flagged_together(engine: Engine) -> None:
    ids = [keep_run(engine), keep_run(engine)]
    app = page("runs")
    app.session_state[table.key_of(list_runs(engine, RunFilter()))] = {
        "selection": {"rows": [0, 1], "columns": [], "cells": []}
    }
    app.run()

    next(b for b in app.button if b.label == "Unflag 2 runs").click().run()

    runs = [get_run(engine, run_id) for run_id in ids]
    assert [run.summary.flagged for run in runs if run] == [False, False]


def test_ticks_do_not_move_to_the_runs_of_another_filter(engine: Engine) -> None:
    runs = [keep_run(engine, output=f"It opened in 193{n}. It is red.") for n in (7, 8)]
    listed = list_runs(engine, RunFilter())

    assert [run.run_id for run in listed] == runs[::-1]
    assert table.key_of(listed) != table.key_of(listed[:1])


def test_a_click_on_a_line_opens_its_run(engine: Engine) -> None:
    keep_run(engine)
    newest = keep_run(engine, output="The newest output is this one.")
    app = page("runs")
    app.session_state[table.key_of(list_runs(engine, RunFilter()))] = {
        "selection": {"rows": [], "columns": [], "cells": [(0, "output")]}
    }
    app.run()

    assert asked_run(app) == str(newest)


def test_the_way_back_from_a_run_keeps_the_filters(engine: Engine) -> None:
    keep_run(engine)
    app = page("runs", sort="oldest", q="red")
    app.session_state[table.key_of(list_runs(engine, RunFilter()))] = {
        "selection": {"rows": [], "columns": [], "cells": [(0, "output")]}
    }
    app.run()

    (back,) = (link for link in app.get("page_link") if link.proto.label == "All runs")
    assert back.proto.query_string == "sort=oldest&q=red"


def test_the_export_says_how_many_rows_it_has_and_has_them(engine: Engine) -> None:
    keep_run(engine)
    keep_run(engine, error="the key was refused")

    app = page("runs")

    assert "2 rows of 1 flagged run" in [c.value for c in app.caption]
    flagged = RunFilter(flagged=True)
    assert exports.csv_bytes(engine, flagged).startswith(b"\xef\xbb\xbfrun_id,")
    assert exports.csv_bytes(engine, flagged).count(b"contradicted") == 1
    assert exports.jsonl_bytes(engine, flagged).count(b"\n") == 2


def test_the_analysis_counts_what_is_scored_and_says_what_is_left_out(
    engine: Engine,
) -> None:
    keep_run(engine)
    keep_run(engine, error="the key was refused")

    app = page("analysis")

    assert not app.exception
    assert [(m.label, m.value) for m in app.metric] == [
        ("Scored runs", "1"),
        ("Mean share hallucinated", "100 %"),
        ("Contradicted claims", "1"),
        ("Unsupported claims", "1"),
    ]
    assert "1 left out: 1 failed" in [c.value for c in app.caption]
    assert len(app.get("plotly_chart")) == 9
    assert html_of(app).count("hd hd-worst") == 2


def test_every_chart_has_its_data_as_a_table(engine: Engine) -> None:
    keep_run(engine)
    app = page("analysis")
    toggles = [toggle for toggle in app.toggle if toggle.label == "Show data"]
    for toggle in toggles:
        toggle.set_value(True)
    app.run()

    tables = [table.value for table in app.dataframe]
    assert len(tables) == len(toggles) == 9
    histogram, labels = tables[:2]
    assert histogram["Runs"].sum() == 1
    assert labels["contradicted"].tolist() == [1]
    [kinds] = [table for table in tables if "Kind" in table]
    assert kinds["Kind"].tolist() == ["Date", "Missing"]


@pytest.mark.parametrize("name", ["score", "run", "runs", "analysis"])
def test_hostile_text_is_literal_on_every_page(engine: Engine, name: str) -> None:
    run_id = keep_run(
        engine,
        output=f"It opened in 1938. {HOSTILE}",
        context=(HOSTILE,),
        judge=HOSTILE,
        reason=HOSTILE,
    )

    app = page(name, **({"run": str(run_id)} if name in ("score", "run") else {}))

    assert not app.exception
    assert "<script" not in html_of(app)
    assert "example.test" not in messages(app)
    if name == "runs":
        assert HOSTILE in app.dataframe[0].value["output"][0]
    else:
        assert ESCAPED in html_of(app)


def test_a_database_that_cannot_be_opened_is_a_sentence_on_every_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database at all, but a text" * 100)
    monkeypatch.setenv("DATABASE_URL", str(broken))
    resources.forget()

    app = page("runs")

    assert not app.exception
    assert "The database cannot be used just now." in html_of(app)
    assert str(broken) in html_of(app)


def test_a_list_line_tells_a_band_or_a_state(engine: Engine) -> None:
    keep_run(engine)
    queue_runs(engine, [NewSample(output="Later.")], RunSettings(), source="page")

    assert [table.verdict(run) for run in list_runs(engine, RunFilter())] == [
        "Waiting",
        "Complete",
    ]


def test_a_live_run_shows_its_source_and_a_link_to_its_trace(engine: Engine) -> None:
    sample = NewSample(
        output="It opened in 1938.",
        context=("It opened in 1937.",),
        metadata={"trace_url": "https://traces.example/t-1"},
    )
    (run_id,) = queue_runs(
        engine, [sample], RunSettings(), source="live", trace_ids=["t-1"]
    )

    html = html_of(page("run", run=str(run_id)))

    assert '<dd dir="auto">live</dd>' in html
    assert '<a href="https://traces.example/t-1"' in html
