"""The offline judge: labels, kinds, reasons and evidence, rule by rule."""

import asyncio
import subprocess
import sys
import time

import pytest

from dashboard.scoring import HallucinationScorer, Sample, Verdict
from dashboard.scoring.offline.judge import OfflineJudge

SUPPORTED, CONTRADICTED, UNSUPPORTED = "supported", "contradicted", "unsupported"


def judged(output: str, *context: str, question: str | None = None) -> list[Verdict]:
    result = HallucinationScorer(judge="offline").score(
        Sample(output, context, input=question)
    )
    return [claim.verdict for claim in result.claims]


def only(output: str, *context: str, question: str | None = None) -> Verdict:
    (verdict,) = judged(output, *context, question=question)
    return verdict


SUPPORTS = {
    "copy": ("The bridge opened in 1937.", "The bridge opened in 1937."),
    "synonyms": ("The firm let the worker go.", "The company let the employee go."),
    "number in words": (
        "The club has two hundred members.",
        "The club has 200 members.",
    ),
    "unit": ("The rope is 2 metres long.", "The rope is 200 cm long."),
    "coarser date": ("The shop opened in May 2021.", "The shop opened on 4 May 2021."),
    "rounding": ("About 1,200 people came.", "Exactly 1,234 people came."),
    "two negatives": (
        "The bar is not open on Mondays.",
        "The bar is closed on Mondays.",
    ),
    "passive": (
        "The painting was bought by the museum.",
        "The museum bought the painting.",
    ),
    "hedge": ("The parcel may arrive on Friday.", "The parcel will arrive on Friday."),
    "refusal": ("I don't know who built it.", "The bridge opened in 1937."),
    "acronym": (
        "The UN sent observers.",
        "The United Nations (UN) sent observers to the vote.",
    ),
    "first name dropped": (
        "Curie won the prize in 1903.",
        "Marie Curie won the prize in 1903.",
    ),
    "comparison turned round": (
        "Bergen is smaller than Oslo.",
        "Oslo is larger than Bergen.",
    ),
    "German": ("Das Unternehmen sitzt in Wien.", "Die Firma sitzt in Wien."),
    "Spanish": ("La empresa abrió en 1994.", "La compañía abrió en 1994."),
    "Chinese": ("公司员工约12000人。", "这家公司有1.2万名员工。"),
    "two passages": (
        "The concert ended around 9 pm.",
        "The concert started at 7 pm. It lasted two hours.",
    ),
    "part of a million": (
        "The winner got a quarter of a million dollars.",
        "The winner got a prize of $250,000.",
    ),
    "sum": (
        "A total of 170 people were on the ferry.",
        "The ferry carried 164 passengers and 6 crew.",
    ),
}


@pytest.mark.parametrize(("output", "context"), SUPPORTS.values(), ids=SUPPORTS)
def test_what_the_context_says_is_supported(output: str, context: str) -> None:
    verdict = only(output, context)

    assert (verdict.label, verdict.kind) == (SUPPORTED, None)


CONFLICTS = {
    "number": ("number", "The club has 210 members.", "The club has 200 members."),
    "unit": ("quantity", "The rope is 3 m long.", "The rope is 200 cm long."),
    "money": ("quantity", "The ticket costs $30.", "The ticket costs $20."),
    "false exactness": (
        "quantity",
        "It cost exactly $20 million.",
        "It cost about $20 million.",
    ),
    "date": ("date", "The shop opened in June 2021.", "The shop opened in May 2021."),
    "date of another event": (
        "date",
        "The phone was sold from 4 May 2021.",
        "The phone was shown on 4 May 2021. The phone was sold from 9 June 2021.",
    ),
    "number of another year": (
        "quantity",
        "Sales were $9 million in 2019.",
        "Sales fell from $9 million in 2018 to $7 million in 2019.",
    ),
    "name": ("name", "Ann Lee wrote the report.", "Bob Ray wrote the report."),
    "place": ("place", "The office moved to Dallas.", "The office moved to Austin."),
    "negation": (
        "negation",
        "The cake contains nuts.",
        "The cake does not contain nuts.",
    ),
    "antonym": ("negation", "Profits fell in May.", "Profits rose in May."),
    "roles": ("other", "Leeds beat Bristol 2-0.", "Bristol beat Leeds 2-0."),
    "order": (
        "order",
        "The roof was repaired before the wall.",
        "The wall was repaired in March 2020. The roof was repaired in June 2020.",
    ),
    "quantifier": (
        "other",
        "All students passed the exam.",
        "Most students passed the exam.",
    ),
    "rank": (
        "other",
        "It is the largest lake in the country.",
        "It is the second-largest lake in the country.",
    ),
    "comparison by numbers": (
        "quantity",
        "The Alto is heavier than the Basso.",
        "The Alto weighs 12 kg. The Basso weighs 15 kg.",
    ),
    "clause of another": (
        "name",
        "Tom Hill won the Lakeside Prize.",
        "Ann Lee won the Lakeside Prize; Tom Hill was shortlisted.",
    ),
    "table": (
        "number",
        "Ghent won 7 bronze medals.",
        "| City | Bronze |\n|---|---|\n| Bruges | 7 |\n| Ghent | 4 |",
    ),
    "JSON": ("quantity", "It is 9°C in Bonn.", '{"city": "Bonn", "temperature_c": 3}'),
    "row of another": (
        "other",
        "The cache is degraded.",
        '[{"name": "api", "status": "degraded"}, {"name": "cache", "status": "down"}]',
    ),
    "German negation": (
        "negation",
        "Das Tor ist montags offen.",
        "Das Tor ist montags nicht offen.",
    ),
    "French antonym": (
        "negation",
        "Les ventes ont augmenté en mai.",
        "Les ventes ont diminué en mai.",
    ),
    "Chinese": ("other", "该公司总部位于北京。", "该公司总部位于上海。"),
    "another of its kind": (
        "quantity",
        "Tower A is 13 metres high.",
        "Tower A is 12 metres high. Tower B is 13 metres high.",
    ),
    "a number in the name": (
        "quantity",
        "Tower 1234 is 1235 metres high.",
        "Tower 1234 is 1234 metres high.",
    ),
    "the number of the name": (
        "quantity",
        "Tower 120 is 121 metres high.",
        "Tower 120 is 120 metres high.",
    ),
    "name that comes first": (
        "name",
        "Quito is the oldest port of the coast.",
        "The oldest port of the coast is Guayaquil.",
    ),
    "who did it": (
        "name",
        "Anna wrote the report.",
        "The report was written by Peter.",
    ),
}


@pytest.mark.parametrize(
    ("kind", "output", "context"), CONFLICTS.values(), ids=CONFLICTS
)
def test_a_conflict_is_contradicted_and_names_its_kind(
    kind: str, output: str, context: str
) -> None:
    verdict = only(output, context)

    assert (verdict.label, verdict.kind) == (CONTRADICTED, kind)
    assert verdict.evidence is not None


ADDITIONS = {
    "phrase": (
        "The recall affects vans because of faulty brakes.",
        "The recall affects vans.",
    ),
    "listed item": ("The box holds a rope and a saw.", "The box holds a rope."),
    "absent name": (
        "The report was checked by Olga Petrov.",
        "The report was checked in May.",
    ),
    "finer date": ("The shop opened on 4 May 2021.", "The shop opened in May 2021."),
    "praise": ("The cafe serves fantastic cakes.", "The cafe serves cakes."),
    "ahead of all": ("Acme leads the market.", "Acme has a market share of 30%."),
    "hedge on nothing": (
        "The comet could possibly hit Mars.",
        "The comet will be visible in May.",
    ),
    "mostly new": (
        "The workshop hires staff on four continents.",
        "The workshop was founded in Bonn. It makes lamps.",
    ),
    "nothing near": ("Penguins sing opera.", "The bridge opened in 1937."),
    "said of another": (
        "Rita Vogel founded the company.",
        "Datex was founded in 2003. Rita Vogel joined Datex in 2004.",
    ),
}


@pytest.mark.parametrize(("output", "context"), ADDITIONS.values(), ids=ADDITIONS)
def test_what_the_context_lacks_is_hallucinated(output: str, context: str) -> None:
    assert any(verdict.label == UNSUPPORTED for verdict in judged(output, context))


@pytest.mark.parametrize(
    ("output", "context", "reason"),
    [
        (
            "The bridge opened in 1938.",
            "The bridge opened in 1937.",
            "The context says 1937, the output says 1938.",
        ),
        (
            "Die Brücke wurde 1938 eröffnet.",
            "Die Brücke wurde 1937 eröffnet.",
            "Im Kontext steht 1937, in der Ausgabe 1938.",
        ),
        (
            "El puente fue inaugurado en 1938.",
            "El puente fue inaugurado en 1937.",
            "El contexto dice 1937; la respuesta dice 1938.",
        ),
        (
            "Le pont est ouvert depuis 1938.",
            "Le pont est ouvert depuis 1937.",
            "Le contexte dit 1937, la réponse dit 1938.",
        ),
        (
            "大桥于1938年通车。",
            "大桥于1937年通车。",
            "上下文说的是1937年，输出说的是1938年。",
        ),
    ],
    ids=["en", "de", "es", "fr", "zh"],
)
def test_the_reason_names_both_sides_in_the_language_of_the_output(
    output: str, context: str, reason: str
) -> None:
    assert only(output, context).reason == reason


def test_the_evidence_quotes_the_passage_that_decided() -> None:
    context = "The tower is red. The bridge opened in 1937. It is long."

    verdict = only("The bridge opened in 1938.", context)

    assert verdict.evidence is not None
    assert verdict.evidence.quote == "The bridge opened in 1937."
    assert context[verdict.evidence.start : verdict.evidence.end] == (
        verdict.evidence.quote
    )


def test_what_is_needed_beside_the_first_passage_is_quoted_too() -> None:
    verdict = only(
        "The lamp and the chair are green.", "The lamp is green.", "The chair is green."
    )

    assert verdict.label == SUPPORTED
    assert {verdict.evidence and verdict.evidence.context_index} | {
        more.context_index for more in verdict.more_evidence
    } == {0, 1}


@pytest.mark.parametrize(
    ("answer", "label"), [("1889", SUPPORTED), ("1902", CONTRADICTED)]
)
def test_a_bare_answer_is_read_with_what_was_asked(answer: str, label: str) -> None:
    verdict = only(
        answer,
        "The tower was completed in 1889 and repaired in 1951.",
        question="When was the tower completed?",
    )

    assert verdict.label == label


def test_a_copy_is_surer_than_a_loose_match() -> None:
    context = "The company let the employee go."

    copy = only(context, context)
    loose = only("The firm let its worker go.", context)

    assert copy.confidence == 0.97
    assert loose.confidence is not None
    assert loose.confidence < copy.confidence


def test_the_same_sample_always_gets_the_same_verdicts() -> None:
    output = "The club has 210 members. It was founded by Ann Lee in Austin."
    context = "The club has 200 members. It was founded by Bob Ray in Dallas."

    assert judged(output, context) == judged(output, context)


def test_the_judge_has_no_prompts_no_calls_and_no_words_of_its_own() -> None:
    judge = OfflineJudge()
    sample = Sample("The bridge opened in 1937.", ["The bridge opened in 1937."])

    explanation = asyncio.run(judge.explain(sample, (), score=0.0, scale=1.0))
    extraction = asyncio.run(judge.extract(sample))

    assert (judge.name, judge.prompt_version) == ("offline", None)
    assert (explanation.text, extraction.calls) == ("", ())


def test_five_megabytes_of_context_are_searched_without_hanging() -> None:
    sentence = "Station {n} of the northern line recorded {n} visitors on that day. "
    filler = "".join(sentence.format(n=n) for n in range(80_000))
    context = filler + "The lighthouse keeper counted 17 seals."
    assert len(context) > 5_000_000
    started = time.process_time()

    verdict = only("The lighthouse keeper counted 18 seals.", context)

    assert (verdict.label, verdict.kind) == (CONTRADICTED, "number")
    assert time.process_time() - started < 60


def test_importing_the_scorer_loads_no_part_of_the_judge() -> None:
    code = (
        "import sys, dashboard.scoring;"
        "sys.exit(any(m.startswith('dashboard.scoring.offline.') for m in sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("output", "context", "reason"),
    [
        (
            "It cost exactly $20 million.",
            "It cost about $20 million.",
            "The context says about $20 million, the output says exactly $20 million.",
        ),
        (
            "The series was filmed in Norway.",
            "The series was filmed in Malta and Cyprus.",
            "The context says Malta and Cyprus, the output says Norway.",
        ),
        (
            "The lamp is switched on at ten.",
            "The lamp is switched off at ten.",
            "The context says off, the output says on.",
        ),
        (
            "The recall affects vans because of faulty brakes.",
            "The recall affects vans.",
            "Nothing in the context speaks of faulty brakes.",
        ),
    ],
    ids=["exactness", "several places", "switch", "cause"],
)
def test_a_reason_names_what_differs(output: str, context: str, reason: str) -> None:
    assert only(output, context).reason == reason


@pytest.mark.parametrize(
    ("output", "context"),
    [
        ("Nothing lapses if it is paid.", "It lapses unless it is paid."),
        ("No bread is sold at the kiosk.", "The kiosk does not sell bread."),
        (
            "The fee is due if no reply comes.",
            "If the reply does not come, the fee is due.",
        ),
    ],
    ids=["unless", "no and not", "condition"],
)
def test_two_ways_to_negate_are_no_conflict(output: str, context: str) -> None:
    assert only(output, context).label != CONTRADICTED
