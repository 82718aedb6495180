"""Texts are found where they stand; indexes only narrow the search down."""

from collections.abc import Callable

import pytest
from sqlalchemy import Engine, event, select

from storage.claim_edits import add_claim, remove_claim, reword_claim
from storage.runs import count_runs, list_runs, queue_runs, requeue_runs
from storage.search import candidates, holding_one_by_one
from storage.tables import RUN
from storage.transactions import reading
from storage.values import NewSample, RunFilter, RunSettings

Score = Callable[..., int]


def found(engine: Engine, text: str) -> list[int]:
    ids = [run.run_id for run in list_runs(engine, RunFilter(text=text), sort="oldest")]
    for narrowed in (True, False):
        query = select(RUN.c.id).where(holding_one_by_one(text, narrowed=narrowed))
        with engine.connect() as connection:
            assert sorted(connection.scalars(query)) == sorted(ids)
    assert count_runs(engine, RunFilter(text=text)) == len(ids)
    return ids


@pytest.mark.parametrize(
    ("sought", "outcome"),
    [
        pytest.param("tower of", [1], id="over a space"),
        pytest.param("of brick tower", [], id="the same sequences in another order"),
        pytest.param('"quoted"', [2], id="quotes"),
        pytest.param("NEAR", [2], id="a word of the index's language"),
        pytest.param("京", [3], id="one Chinese letter, the last of a text"),
        pytest.param("北京", [3], id="two"),
        pytest.param("京北", [], id="two that are there in another order"),
        pytest.param("在北京", [3], id="three"),
        pytest.param("が", [3], id="one Japanese letter"),
        pytest.param("😀", [2], id="an emoji"),
        pytest.param("k", [1, 2], id="one letter"),
        pytest.param("ck", [1], id="two letters"),
        pytest.param("STRASSE", [2], id="one letter that is two in capitals"),
        pytest.param("e\0f", [], id="what no text can hold"),
        pytest.param("\x01\x01", [], id="what stands between texts in the index"),
        pytest.param("tower of brick and steel and steel and st", [1], id="repeats"),
    ],
)
def test_a_text_is_found_where_it_stands(
    engine: Engine, score: Score, sought: str, outcome: list[int]
) -> None:
    score(output="A tower of brick and steel and steel and stone.")
    score(output='He said "quoted" near 😀', input="Keine Straße")
    score(output="東京がある", reason="我在北京")

    assert found(engine, sought) == outcome


def test_what_people_write_is_found_and_what_they_take_away_is_not(
    engine: Engine, score: Score
) -> None:
    run_id = score("s", output="other")
    added = add_claim(
        engine, run_id, text="It opened in May", label="supported", person="Ada"
    )

    assert found(engine, "opened in may") == [run_id]

    reworded = reword_claim(engine, added, text="It opened in June", person="Ada")

    assert found(engine, "in may") == []
    assert found(engine, "in june") == [run_id]

    remove_claim(engine, reworded, person="Ada")

    assert found(engine, "in june") == []


def test_what_a_repeated_run_held_before_is_not_found(
    engine: Engine, score: Score
) -> None:
    score("sc", output="other", reason="the old reason")

    requeue_runs(engine, statuses=("scored",))

    assert found(engine, "old reason") == []
    assert found(engine, "claim 1 contradicted") == []
    assert found(engine, "other") == [1]


def test_a_sample_that_is_there_is_found_for_each_of_its_runs(engine: Engine) -> None:
    for _ in range(2):
        queue_runs(engine, [NewSample("the same words")], RunSettings(), source="code")

    assert found(engine, "same words") == [1, 2]


def test_a_text_is_looked_up_in_the_indexes(engine: Engine, score: Score) -> None:
    score(output="a tower")
    statements: list[str] = []
    event.listen(
        engine,
        "before_cursor_execute",
        lambda *told: statements.append(told[2]),
    )

    count_runs(engine, RunFilter(text="tower"))

    assert any("sample_text MATCH" in said for said in statements)
    assert any("run_text MATCH" in said for said in statements)


def test_how_many_may_hold_a_text_is_known_beforehand(
    engine: Engine, score: Score
) -> None:
    for at in range(4):
        score(output=f"tower {at}")

    with reading(engine) as connection:
        assert candidates(connection, "tower", most=9) == 4
        assert candidates(connection, "tower", most=3) == 3
        assert candidates(connection, "tower 1", most=9) == 1
        assert candidates(connection, "to", most=9) is None
