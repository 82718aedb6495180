import pytest

from dashboard.scoring import Call, Claim, InvalidSample, Result, Sample, Verdict


def test_a_context_of_one_text_is_one_item() -> None:
    assert Sample(output="x", context="one text").context == ("one text",)


def test_no_context_is_an_empty_one() -> None:
    assert Sample(output="x", context=None).context == ()


def test_a_tool_result_is_written_out_readably() -> None:
    sample = Sample(output="x", context=[{"city": "Zürich", "degrees": 4}])

    assert sample.context == ('{\n  "city": "Zürich",\n  "degrees": 4\n}',)


@pytest.mark.parametrize("context", [3.5, object(), b"bytes"])
def test_a_context_of_another_kind_is_refused(context: object) -> None:
    with pytest.raises(InvalidSample, match="context must be a text"):
        Sample(output="x", context=context)


def test_a_context_item_that_is_no_json_is_refused_by_its_number() -> None:
    with pytest.raises(InvalidSample, match="context item 2 must be text or an object"):
        Sample(output="x", context=["fine", object()])


@pytest.mark.parametrize("output", [None, 3, {"answer": "x"}])
def test_an_output_that_is_no_text_is_refused(output: str) -> None:
    with pytest.raises(InvalidSample, match="output must be text"):
        Sample(output=output)


def test_characters_that_no_database_keeps_are_replaced_one_for_one() -> None:
    sample = Sample(output="a\x00b\ud800c", context=["\udfff"], input="\x00")

    assert (sample.output, sample.context, sample.input) == ("a�b�c", ("�",), "�")


def test_emoji_and_combining_marks_stay_as_they_are() -> None:
    assert Sample(output="👩‍🚀 é שלום").output == "👩‍🚀 é שלום"


def result_of(*labels: str) -> Result:
    claims = tuple(Claim(label, verdict=Verdict(label)) for label in labels)  # type: ignore[arg-type]
    return Result(
        sample=Sample(output="x"),
        judge="offline",
        status="scored",
        share=0.5,
        claims=claims,
        scale=10.0,
    )


def test_the_score_is_the_share_times_the_scale() -> None:
    assert result_of("supported", "contradicted").score == 5.0


def test_contradicted_and_unsupported_have_shares_of_their_own() -> None:
    result = result_of("contradicted", "unsupported", "supported", "unjudged")

    assert result.contradicted_share == 1 / 3
    assert result.unsupported_share == 1 / 3
    assert result.count("unjudged") == 1


def test_a_failed_result_has_no_number() -> None:
    failed = Result(sample=Sample(output="x"), judge="j", status="failed", share=None)

    assert (failed.score, failed.band) == (None, None)
    assert (failed.contradicted_share, failed.unsupported_share) == (None, None)


def call(cost: float | None, tokens: int | None) -> Call:
    return Call(
        step="claims",
        messages=(),
        reply="",
        model="m",
        cost=cost,
        tokens_in=tokens,
        tokens_out=tokens,
    )


def test_costs_and_tokens_add_up_over_calls() -> None:
    sample = Sample(output="x")
    calls = (call(0.25, 10), call(0.5, 5))
    result = Result(sample=sample, judge="m", status="scored", share=0.0, calls=calls)

    assert (result.cost, result.tokens_in, result.tokens_out) == (0.75, 15, 15)


def test_one_unknown_cost_makes_the_total_unknown() -> None:
    sample = Sample(output="x")
    calls = (call(0.25, 10), call(None, None))
    result = Result(sample=sample, judge="m", status="scored", share=0.0, calls=calls)

    assert (result.cost, result.tokens_in, result.tokens_out) == (None, None, None)
