from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine, func, select

from storage.batches import create_batch
from storage.bin import bin_runs
from storage.errors import StorageError
from storage.reviews import flag
from storage.runs import (
    count_statuses,
    get_run,
    give_back,
    list_runs,
    queue_runs,
    requeue_runs,
    save_runs,
    take_runs,
    unfinished,
)
from storage.tables import CLAIM, CONTEXT, JUDGE_CALL, RUN, SAMPLE, VERDICT
from storage.values import (
    FinishedRun,
    NewCall,
    NewClaim,
    NewSample,
    NewVerdict,
    QueuedRun,
    RunFilter,
    RunSettings,
    StoredEvidence,
)

SETTINGS = RunSettings()
Score = Callable[..., int]


def rows(engine: Engine, table: object) -> int:
    with engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0  # type: ignore[arg-type]


def samples(*outputs: str) -> list[NewSample]:
    return [NewSample(output=output, context=("context",)) for output in outputs]


def scored(run_id: int, share: float = 0.0, **more: object) -> FinishedRun:
    run = FinishedRun(
        run_id=run_id,
        status="scored",
        share=share,
        coverage=1.0,
        context_seen=1.0,
        reason="reason",
    )
    return replace(run, **more)  # type: ignore[arg-type]


def test_queued_runs_get_ids_in_the_order_of_their_samples(engine: Engine) -> None:
    ids = queue_runs(engine, samples("b", "a", "b"), SETTINGS, source="page")

    assert [get_run(engine, id).sample.output for id in ids] == ["b", "a", "b"]  # type: ignore[union-attr]


def test_more_samples_than_are_written_together_keep_their_order(
    engine: Engine,
) -> None:
    many = samples(*(f"output {at}" for at in range(1203)))

    ids = queue_runs(engine, many, SETTINGS, source="cli")

    assert ids == list(range(1, 1204))
    assert get_run(engine, 1203).sample == many[-1]  # type: ignore[union-attr]


def test_a_queued_run_is_taken_with_its_sample_and_settings(engine: Engine) -> None:
    sample = NewSample(
        output="It is 7 °C.\n\n  Größe: $5 and $6 😀",
        context=("first", " second ", ""),
        input="How warm?",
        label="hallucinated",
        metadata={"row": 7, "tags": ["a", None], "nested": {"ä": 1.5}},
    )
    settings = RunSettings(
        judge="openai/x",
        mode="fast",
        reason="judge",
        scale=10.0,
        temperature=None,
        timeout_s=5.0,
        api_base="http://127.0.0.1:1/v1",
        flag_threshold=0.25,
        seed=2**40,
        repeat=3,
        use_cache=False,
    )
    [run_id] = queue_runs(engine, [sample], settings, source="page")

    taken = take_runs(engine, worker="w", limit=10)

    assert taken == [QueuedRun(run_id, sample, settings)]


def test_what_json_has_no_word_for_is_kept_as_text_or_nothing(engine: Engine) -> None:
    moment = datetime(2024, 5, 6, tzinfo=UTC)
    sample = NewSample(
        output="x", metadata={"nan": float("nan"), "at": moment, "in": float("-inf")}
    )
    [run_id] = queue_runs(engine, [sample], SETTINGS, source="code")

    run = get_run(engine, run_id)

    assert run is not None
    assert run.sample.metadata == {
        "nan": None,
        "at": "2024-05-06 00:00:00+00:00",
        "in": None,
    }


def test_equal_samples_and_contexts_are_kept_once(engine: Engine) -> None:
    labelled = NewSample(output="a", context=("context",), label="faithful")
    queue_runs(engine, [*samples("a", "b", "a"), labelled], SETTINGS, source="page")
    queue_runs(engine, samples("b"), RunSettings(judge="other"), source="page")

    assert (rows(engine, RUN), rows(engine, SAMPLE), rows(engine, CONTEXT)) == (5, 3, 1)


def test_samples_of_the_same_texts_share_a_content_hash(engine: Engine) -> None:
    plain = NewSample(output="a", context=("x", "y"))
    queue_runs(
        engine,
        [plain, replace(plain, label="faithful"), replace(plain, context=("xy",))],
        SETTINGS,
        source="page",
    )

    with engine.connect() as connection:
        hashes = connection.scalars(select(SAMPLE.c.content_hash).order_by(SAMPLE.c.id))
        first, labelled, other = hashes

    assert first == labelled != other


def test_nothing_to_queue_is_no_work(engine: Engine) -> None:
    assert queue_runs(engine, [], SETTINGS, source="page") == []


def test_a_moment_of_creation_can_be_given(engine: Engine) -> None:
    moment = datetime(2020, 2, 29, 12, 30, 1, 5, tzinfo=UTC)

    queue_runs(engine, samples("a"), SETTINGS, source="page", created_at=moment)

    assert list_runs(engine, RunFilter())[0].created_at == moment


@pytest.mark.parametrize(
    ("sample", "word"),
    [
        pytest.param(NewSample(output="a\0b"), "NUL", id="NUL in the output"),
        pytest.param(
            NewSample(output="a", context=("\0",)), "NUL", id="NUL in context"
        ),
        pytest.param(NewSample(output="a", input="\0"), "NUL", id="NUL in the input"),
        pytest.param(
            NewSample(output="a\ud800"), "surrogate", id="surrogate in output"
        ),
        pytest.param(
            NewSample(output="a", context=("\udfff",)), "surrogate", id="in context"
        ),
        pytest.param(
            NewSample(output="a", metadata={"k": "\ud800"}), "surrogate", id="metadata"
        ),
    ],
)
def test_a_text_that_no_database_keeps_is_refused_with_all_its_batch(
    engine: Engine, sample: NewSample, word: str
) -> None:
    with pytest.raises(StorageError, match=word):
        queue_runs(engine, [*samples("good"), sample], SETTINGS, source="page")

    assert (rows(engine, RUN), rows(engine, SAMPLE), rows(engine, CONTEXT)) == (0, 0, 0)


def test_an_unknown_batch_is_refused(engine: Engine) -> None:
    with pytest.raises(ValueError, match="FOREIGN KEY"):
        queue_runs(engine, samples("a"), SETTINGS, source="page", batch_id=9)

    assert rows(engine, SAMPLE) == 0


def test_the_oldest_runs_are_taken_first_and_only_once(engine: Engine) -> None:
    queue_runs(engine, samples("a", "b", "c"), SETTINGS, source="page")

    first = [run.run_id for run in take_runs(engine, worker="one", limit=2)]
    second = [run.run_id for run in take_runs(engine, worker="two", limit=2)]
    third = take_runs(engine, worker="three", limit=2)

    assert (first, second, third) == ([1, 2], [3], [])
    assert unfinished(engine, [1, 2, 3, 4]) == {1, 2, 3}
    assert count_statuses(engine)["running"] == 3


def test_runs_that_somebody_waits_for_are_taken_before_those_of_batches(
    engine: Engine,
) -> None:
    batch = create_batch(engine, name="batch", settings=SETTINGS)
    queue_runs(engine, samples("a", "b"), SETTINGS, source="cli", batch_id=batch)
    queue_runs(engine, samples("c", "d"), SETTINGS, source="page")

    first = [run.run_id for run in take_runs(engine, worker="w", limit=3)]
    second = [run.run_id for run in take_runs(engine, worker="w", limit=3)]

    assert (first, second) == ([3, 4, 1], [2])


def test_a_worker_can_keep_to_one_batch(engine: Engine) -> None:
    one, two = (
        create_batch(engine, name=name, settings=SETTINGS) for name in ("one", "two")
    )
    queue_runs(engine, samples("a"), SETTINGS, source="page")
    queue_runs(engine, samples("b"), SETTINGS, source="cli", batch_id=one)
    queue_runs(engine, samples("c"), SETTINGS, source="cli", batch_id=two)

    taken = take_runs(engine, worker="w", limit=9, batch_id=two)

    assert [run.run_id for run in taken] == [3]
    assert take_runs(engine, worker="w", limit=9, batch_id=two) == []


def taken(
    engine: Engine, *under_way: QueuedRun, limit: int = 99, most: int = 99
) -> list[QueuedRun]:
    return take_runs(
        engine,
        worker="w",
        limit=limit,
        under_way=under_way,
        most_of=lambda judge: 1 if judge == "slow" else most,
    )


def test_no_more_of_a_batch_is_taken_than_its_concurrency(engine: Engine) -> None:
    narrow = create_batch(engine, name="narrow", settings=SETTINGS, concurrency=2)
    wide = create_batch(engine, name="wide", settings=SETTINGS)
    queue_runs(engine, samples(*"abcd"), SETTINGS, source="cli", batch_id=narrow)
    queue_runs(engine, samples(*"efg"), SETTINGS, source="cli", batch_id=wide)

    first = taken(engine)
    none_left = taken(engine, *first)
    after_one_ended = taken(engine, *first[1:])

    assert [run.run_id for run in first] == [1, 2, 5, 6, 7]
    assert [(run.batch_id, run.concurrency) for run in first[1:3]] == [
        (narrow, 2),
        (wide, None),
    ]
    assert none_left == []
    assert [run.run_id for run in after_one_ended] == [3]


def test_a_judge_that_is_busy_leaves_the_others_their_room(engine: Engine) -> None:
    slow, quick = RunSettings(judge="slow"), RunSettings(judge="quick")
    queue_runs(engine, samples("a", "b"), slow, source="page")
    batch = create_batch(engine, name="slow", settings=slow)
    queue_runs(engine, samples("c", "d"), slow, source="cli", batch_id=batch)
    queue_runs(engine, samples("e", "f"), quick, source="page")

    first = taken(engine)

    assert sorted(run.run_id for run in first) == [1, 5, 6]
    assert taken(engine, *first) == []
    assert [run.run_id for run in taken(engine, *first[:0])] == [2]


def test_a_batch_may_have_more_under_way_than_is_usual_for_its_judge(
    engine: Engine,
) -> None:
    slow = RunSettings(judge="slow")
    batch = create_batch(engine, name="wide", settings=slow, concurrency=3)
    queue_runs(engine, samples(*"abcd"), slow, source="cli", batch_id=batch)

    assert len(taken(engine)) == 3


def test_the_limit_holds_for_all_queues_together(engine: Engine) -> None:
    batch = create_batch(engine, name="batch", settings=SETTINGS)
    queue_runs(engine, samples("a", "b"), SETTINGS, source="page")
    queue_runs(engine, samples("c", "d"), SETTINGS, source="cli", batch_id=batch)

    assert [run.run_id for run in taken(engine, limit=3)] == [1, 2, 3]


def test_runs_in_the_bin_are_not_taken(engine: Engine) -> None:
    queue_runs(engine, samples("a", "b"), SETTINGS, source="page")
    bin_runs(engine, [1], person="Ada")

    assert [run.run_id for run in take_runs(engine, worker="w", limit=9)] == [2]
    assert count_statuses(engine)["queued"] == 0
    assert get_run(engine, 1) is None


def test_a_worker_gives_back_what_it_has_and_nobody_elses(engine: Engine) -> None:
    queue_runs(engine, samples("a", "b", "c"), SETTINGS, source="page")
    take_runs(engine, worker="one", limit=2)
    take_runs(engine, worker="two", limit=1)

    assert give_back(engine, worker="one") == 2

    assert [run.run_id for run in take_runs(engine, worker="three", limit=9)] == [1, 2]


def test_a_worker_can_give_back_all_but_some(engine: Engine) -> None:
    ids = queue_runs(engine, samples(*"abc"), SETTINGS, source="page")
    take_runs(engine, worker="w", limit=3)

    assert give_back(engine, worker="w", but=[ids[1]]) == 2

    assert count_statuses(engine)["running"] == 1
    again = take_runs(engine, worker="x", limit=3)
    assert [run.run_id for run in again] == [ids[0], ids[2]]


def test_a_finished_run_is_kept_whole(engine: Engine) -> None:
    verdict = NewVerdict(
        label="contradicted",
        reason="the context says 1977, the output says 1978",
        confidence=0.875,
        kind="date",
        evidence=StoredEvidence(0, 3, 7, "1977"),
        more_evidence=(StoredEvidence(1, 0, 2, "in"), StoredEvidence(0, 0, 1, "ä")),
        invented_quote="it was 1979",
        layer="dates",
    )
    bare = NewVerdict(label="unjudged")
    call = NewCall(
        step="claims",
        messages=[{"role": "user", "content": "Find\nthe “claims”."}],
        reply='{"claims": []}',
        model="openai/x",
        parameters={"temperature": 0, "seed": None},
        attempt=2,
        tokens_in=10,
        tokens_out=None,
        cost=0.00125,
        duration_s=1.5,
        error=None,
        cached=True,
    )
    [run_id] = queue_runs(engine, samples("output"), SETTINGS, source="live")
    take_runs(engine, worker="w", limit=1)

    kept = save_runs(
        engine,
        [
            FinishedRun(
                run_id=run_id,
                status="partial",
                share=1 / 3,
                coverage=0.5,
                context_seen=0.25,
                reason="one of two",
                claims=(
                    NewClaim("second first", 4, 9, verdict),
                    NewClaim("no span", None, None, bare),
                ),
                calls=(call,),
                suspicious=True,
                judge_detail="cut",
                prompt_version="3",
                tokens_in=10,
                tokens_out=20,
                cost=0.5,
                duration_s=2.25,
            )
        ],
        worker="w",
    )
    run = get_run(engine, run_id)

    assert kept == 1
    assert run is not None
    line = run.summary
    assert (line.status, line.share, line.coverage) == ("partial", 1 / 3, 0.5)
    assert (line.claims, line.contradicted, line.unjudged) == (2, 1, 1)
    assert (line.supported, line.unsupported) == (0, 0)
    assert (line.flagged, line.suspicious, line.reviewed) == (True, True, False)
    assert (run.reason, run.context_seen, run.source) == ("one of two", 0.25, "live")
    assert (run.judge_detail, run.prompt_version) == ("cut", "3")
    assert (run.tokens_in, run.tokens_out, run.cost) == (10, 20, 0.5)
    assert run.duration_s == 2.25
    assert run.started_at is not None
    assert run.finished_at is not None
    assert run.started_at <= run.finished_at
    first, second = run.claims
    assert (first.text, first.start, first.end) == ("second first", 4, 9)
    assert (second.text, second.start, second.end) == ("no span", None, None)
    assert (first.position, second.position) == (0, 1)
    found = first.deciding
    assert (found.by, found.by_person) == ("judge", False)
    assert (found.label, found.reason) == (verdict.label, verdict.reason)
    assert (found.confidence, found.kind, found.layer) == (0.875, "date", "dates")
    assert found.evidence == verdict.evidence
    assert found.more_evidence == verdict.more_evidence
    assert found.invented_quote == "it was 1979"
    assert (second.label, second.deciding.evidence) == ("unjudged", None)
    [asked] = run.calls
    assert (asked.step, asked.attempt, asked.cached) == ("claims", 2, True)
    assert asked.messages == [{"role": "user", "content": "Find\nthe “claims”."}]
    assert asked.parameters == {"temperature": 0, "seed": None}
    assert (asked.reply, asked.model) == ('{"claims": []}', "openai/x")
    assert (asked.tokens_in, asked.tokens_out) == (10, None)
    assert (asked.cost, asked.duration_s, asked.error) == (0.00125, 1.5, None)


def test_runs_of_another_worker_are_not_kept(engine: Engine) -> None:
    queue_runs(engine, samples("a", "b", "c"), SETTINGS, source="page")
    take_runs(engine, worker="one", limit=1)
    take_runs(engine, worker="two", limit=1)

    kept = save_runs(engine, [scored(1), scored(2), scored(3), scored(9)], worker="one")

    assert kept == 1
    assert [run.status for run in list_runs(engine, RunFilter(), sort="oldest")] == [
        "scored",
        "running",
        "queued",
    ]


def test_a_run_finished_by_two_workers_is_kept_once(engine: Engine) -> None:
    queue_runs(engine, samples("a"), SETTINGS, source="page")
    claim = NewClaim("claim", 0, 1, NewVerdict("supported", "yes"))
    take_runs(engine, worker="slow", limit=1)
    give_back(engine, worker="slow")
    take_runs(engine, worker="quick", limit=1)

    late_before = save_runs(engine, [scored(1, claims=(claim,))], worker="slow")
    quick = save_runs(engine, [scored(1, claims=(claim,))], worker="quick")
    late_after = save_runs(engine, [scored(1, claims=(claim,))], worker="slow")
    again = save_runs(engine, [scored(1, claims=(claim,))], worker="quick")

    assert (late_before, quick, late_after, again) == (0, 1, 0, 0)
    assert (rows(engine, CLAIM), rows(engine, VERDICT)) == (1, 1)


def test_a_run_given_twice_at_once_is_kept_once(engine: Engine) -> None:
    queue_runs(engine, samples("a"), SETTINGS, source="page")
    take_runs(engine, worker="w", limit=1)

    kept = save_runs(engine, [scored(1, 0.5), scored(1, 0.75)], worker="w")

    assert kept == 1
    assert list_runs(engine, RunFilter())[0].share == 0.5


def test_one_refused_run_leaves_all_of_them_running(engine: Engine) -> None:
    queue_runs(engine, samples("a", "b"), SETTINGS, source="page")
    take_runs(engine, worker="w", limit=2)
    wrong = NewClaim("claim", 0, 1, NewVerdict("maybe"))

    with pytest.raises(ValueError, match="refused a row"):
        save_runs(engine, [scored(1), scored(2, claims=(wrong,))], worker="w")

    assert count_statuses(engine)["running"] == 2
    assert (rows(engine, CLAIM), rows(engine, VERDICT)) == (0, 0)


def test_what_a_judge_sends_that_no_database_keeps_becomes_a_sign(
    engine: Engine,
) -> None:
    queue_runs(engine, samples("a"), SETTINGS, source="page")
    take_runs(engine, worker="w", limit=1)
    claim = NewClaim("a\0b", 0, 1, NewVerdict("supported", "ü\ud800 y"))

    asked = [{"role": "user", "content": "\ud83d?"}]
    call = NewCall("c", asked, "\0", "m", {}, 1, None, None, None, 0.0, None, False)
    found = scored(1, claims=(claim,), calls=(call,), reason="\udc00")

    save_runs(engine, [found], worker="w")
    run = get_run(engine, 1)

    assert run is not None
    assert run.reason == "\ufffd"
    assert run.claims[0].text == "a\ufffdb"
    assert run.claims[0].deciding.reason == "ü\ufffd y"
    assert run.calls[0].messages == [{"role": "user", "content": "\ufffd?"}]
    assert run.calls[0].reply == "\ufffd"


@pytest.mark.parametrize(
    ("share", "threshold", "flagged"),
    [
        pytest.param(0.0, 0.0, False, id="nothing hallucinated"),
        pytest.param(0.01, 0.0, True, id="anything hallucinated"),
        pytest.param(0.5, 0.5, False, id="at the threshold"),
        pytest.param(0.75, 0.5, True, id="above the threshold"),
    ],
)
def test_a_share_above_the_threshold_flags_a_run(
    engine: Engine, share: float, threshold: float, flagged: bool
) -> None:
    settings = RunSettings(flag_threshold=threshold)
    queue_runs(engine, samples("a"), settings, source="page")
    take_runs(engine, worker="w", limit=1)

    save_runs(engine, [scored(1, share)], worker="w")

    assert list_runs(engine, RunFilter())[0].flagged is flagged


def test_a_persons_flag_wins_over_the_share_until_withdrawn(
    engine: Engine, score: Score
) -> None:
    clean, bad = score("s"), score("c")

    assert flag(engine, [clean], flagged=True, person="ada") == 1
    assert flag(engine, [bad, 99], flagged=False, person="ada") == 1
    by_person = [run.run_id for run in list_runs(engine, RunFilter(flagged=True))]
    flag(engine, [clean, bad], flagged=None, person="ada")
    by_share = [run.run_id for run in list_runs(engine, RunFilter(flagged=True))]

    assert (by_person, by_share) == ([clean], [bad])


def test_a_flag_set_before_the_score_stays(engine: Engine) -> None:
    queue_runs(engine, samples("a", "b"), SETTINGS, source="page")
    flag(engine, [1], flagged=True, person="ada")
    flag(engine, [2], flagged=False, person="ada")
    take_runs(engine, worker="w", limit=2)

    save_runs(engine, [scored(1, 0.0), scored(2, 1.0)], worker="w")

    assert [run.flagged for run in list_runs(engine, RunFilter(), sort="oldest")] == [
        True,
        False,
    ]


def test_failed_runs_of_a_batch_are_repeated_from_nothing(
    engine: Engine, score: Score
) -> None:
    batch = create_batch(engine, name="batch", settings=SETTINGS)
    failed = score("?", status="failed", batch_id=batch)
    score("?", status="failed")
    good = score("sc", batch_id=batch)

    count = requeue_runs(engine, batch_id=batch)
    run = get_run(engine, failed)

    assert count == 1
    assert run is not None
    assert (run.summary.status, run.summary.error, run.claims) == ("queued", None, ())
    assert (run.finished_at, run.duration_s, run.reason) == (None, None, "")
    assert (run.summary.claims, run.summary.unjudged) == (0, 0)
    assert len(get_run(engine, good).claims) == 2  # type: ignore[union-attr]
    assert [run.run_id for run in take_runs(engine, worker="w", limit=9)] == [failed]


def test_repeating_a_scored_run_drops_its_share_claims_and_calls(
    engine: Engine,
) -> None:
    queue_runs(engine, samples("a"), SETTINGS, source="page")
    take_runs(engine, worker="w", limit=1)
    claim = NewClaim("claim", 0, 1, NewVerdict("contradicted", "no"))
    call = NewCall("claims", [], None, "m", {}, 1, None, None, None, 0.0, "x", False)
    save_runs(engine, [scored(1, 1.0, claims=(claim,), calls=(call,))], worker="w")

    assert requeue_runs(engine, statuses=("scored",)) == 1

    assert (rows(engine, CLAIM), rows(engine, VERDICT)) == (0, 0)
    assert rows(engine, JUDGE_CALL) == 0
    [line] = list_runs(engine, RunFilter())
    assert (line.status, line.share, line.flagged) == ("queued", None, False)


def test_a_persons_flag_outlives_a_repetition(engine: Engine, score: Score) -> None:
    run_id = score("?", status="failed")
    flag(engine, [run_id], flagged=True, person="ada")

    requeue_runs(engine)

    assert list_runs(engine, RunFilter())[0].flagged is True


def test_runs_that_have_not_ended_are_not_repeated(engine: Engine) -> None:
    with pytest.raises(ValueError, match="running"):
        requeue_runs(engine, statuses=("running",))


def test_chosen_runs_alone_are_repeated(engine: Engine, score: Score) -> None:
    first, second, third = (score("?", status="failed") for _ in range(3))

    assert requeue_runs(engine, run_ids=[first, third, 99]) == 2

    again = take_runs(engine, worker="w", limit=9)
    assert [run.run_id for run in again] == [first, third]
    assert unfinished(engine, [second]) == set()
