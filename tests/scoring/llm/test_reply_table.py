"""Every shape that verdicts can come back in, over HTTP, and what becomes of it.

The output makes four claims; two of them are wrong, so the honest share is 0.5. The
judge answers in the same shape each time it is asked. What cannot be read is a missing
verdict, never a good one: a share below 0.5 is only ever ``partial``.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.llm.judge import LiteLLMJudge

SAMPLE = Sample(
    output="It opened in 1938. It is red. It is the best bridge. It is long.",
    context=["The bridge opened in 1937. It is red and long."],
)
LABELS = {1: "contradicted", 2: "supported", 3: "unsupported", 4: "supported"}
Item = dict[str, Any]


def items(wanted: list[int], **changes: Any) -> list[Item]:
    return [
        {"n": n, "quote": "", "label": LABELS[n], "why": "", **changes} for n in wanted
    ]


def listed(change: Callable[[list[Item]], Any]) -> Callable[[list[int]], str]:
    return lambda wanted: json.dumps({"verdicts": change(items(wanted))})


def written(change: Callable[[str], str]) -> Callable[[list[int]], str]:
    return lambda wanted: change(json.dumps({"verdicts": items(wanted)}))


def labelled(label: Any) -> Callable[[list[int]], str]:
    """All claims get the same label."""
    return lambda wanted: json.dumps({"verdicts": items(wanted, label=label)})


def keyed(**answers: Any) -> Callable[[list[int]], str]:
    """All claims get the same answers instead of a label."""
    return lambda wanted: json.dumps(
        {"verdicts": [{"n": n, **answers} for n in wanted]}
    )


def respelt(spell: Callable[[str], Any]) -> Callable[[list[int]], str]:
    return listed(lambda found: [{**i, "label": spell(i["label"])} for i in found])


def without(n: int) -> Callable[[list[int]], str]:
    return listed(lambda found: [item for item in found if item["n"] != n])


READ = ("scored", 0.5, 1.0)
LOST = ("failed", None, 0.0)
TABLE = [
    pytest.param(listed(lambda found: found), READ, id="as asked"),
    pytest.param(listed(lambda found: found[::-1]), READ, id="reordered"),
    pytest.param(listed(lambda found: found + found), READ, id="duplicated"),
    pytest.param(
        listed(lambda found: [*found, {"n": 9, "label": "supported"}]),
        READ,
        id="one too many",
    ),
    pytest.param(
        listed(lambda found: [{"n": 0, "label": "supported"}, *found]),
        READ,
        id="one out of range",
    ),
    pytest.param(without(2), ("partial", 2 / 3, 0.75), id="a supported one missing"),
    pytest.param(without(1), ("partial", 1 / 3, 0.75), id="a contradicted one missing"),
    pytest.param(
        listed(lambda found: [*found, {"n": 1, "label": "supported"}]),
        ("partial", 1 / 3, 0.75),
        id="two labels for one claim",
    ),
    pytest.param(listed(lambda _: []), LOST, id="empty list"),
    pytest.param(listed(lambda _: "all fine"), LOST, id="text for the list"),
    pytest.param(
        listed(lambda found: [{k: v for k, v in i.items() if k != "n"} for i in found]),
        LOST,
        id="no numbers",
    ),
    pytest.param(
        listed(lambda found: [{**item, "n": f"claim {item['n']}"} for item in found]),
        READ,
        id="numbers in words",
    ),
    pytest.param(
        listed(lambda found: [{**item, "n": True} for item in found]),
        LOST,
        id="true for the number",
    ),
    pytest.param(respelt(str.upper), READ, id="SUPPORTED"),
    pytest.param(respelt(lambda label: f" {label}. "), READ, id="a full stop"),
    pytest.param(
        respelt(lambda label: label.replace("unsup", "not_sup")),
        READ,
        id="not_supported",
    ),
    pytest.param(labelled("Yes"), LOST, id="Yes"),
    pytest.param(labelled("YES "), LOST, id="YES and a space"),
    pytest.param(labelled("no"), LOST, id="no"),
    pytest.param(labelled("true"), LOST, id="true in quotes"),
    pytest.param(labelled(True), LOST, id="true"),
    pytest.param(labelled(False), LOST, id="false"),
    pytest.param(labelled("unsure"), LOST, id="unsure"),
    pytest.param(labelled("partially supported"), LOST, id="partially supported"),
    pytest.param(labelled("ok"), LOST, id="ok"),
    pytest.param(labelled(""), LOST, id="blank label"),
    pytest.param(labelled(None), LOST, id="null label"),
    pytest.param(labelled(1), LOST, id="a number for the label"),
    pytest.param(labelled(["supported"]), LOST, id="a list for a label"),
    pytest.param(keyed(verdict="no"), LOST, id="verdict: no"),
    pytest.param(
        keyed(hallucinated="Yes"), ("scored", 1.0, 1.0), id="hallucinated: Yes"
    ),
    pytest.param(keyed(supported=False), ("scored", 1.0, 1.0), id="supported: false"),
    pytest.param(
        keyed(supported=True, hallucinated=True), LOST, id="supported and hallucinated"
    ),
    pytest.param(written(lambda t: f"```json\n{t}\n```"), READ, id="fenced"),
    pytest.param(
        written(lambda t: f"Here you are: {t} Done."), READ, id="prose around"
    ),
    pytest.param(
        written(lambda t: f"<think>maybe {{'verdicts': []}}</think>{t}"),
        READ,
        id="thoughts before",
    ),
    pytest.param(
        written(lambda t: f"so be it</think>\n{t}"), READ, id="unopened thoughts"
    ),
    pytest.param(written(lambda t: f"<think>{t}"), LOST, id="thoughts without an end"),
    pytest.param(written(lambda t: t.replace('"', "'")), READ, id="single quotes"),
    pytest.param(
        written(lambda t: t.replace("}]}", "},],}")), READ, id="commas at ends"
    ),
    pytest.param(lambda wanted: json.dumps(items(wanted)), READ, id="a bare list"),
    pytest.param(written(lambda t: f"{t}\n{t}"), READ, id="the same answer twice"),
    pytest.param(
        written(lambda t: f"{t}\n{t.replace('contradicted', 'supported')}"),
        LOST,
        id="two different answers",
    ),
    pytest.param(
        written(lambda t: t[: t.index('"label"')]), LOST, id="cut off in the first"
    ),
    pytest.param(lambda _: "", LOST, id="empty"),
    pytest.param(lambda _: "   \n", LOST, id="white space"),
    pytest.param(lambda _: "null", LOST, id="null"),
    pytest.param(lambda _: "{}", LOST, id="an empty object"),
    pytest.param(lambda _: "I'm sorry, I can't help with that.", LOST, id="refusal"),
    pytest.param(lambda _: "All claims are supported.", LOST, id="prose alone"),
    pytest.param(lambda _: "[" * 5_000, LOST, id="brackets for ever"),
]


@pytest.mark.parametrize(("shape", "outcome"), TABLE)
def test_no_reply_improves_a_score(
    stub: Any,
    stub_server: Any,
    shape: Callable[[list[int]], str],
    outcome: tuple[str, float | None, float],
) -> None:
    def answer(body: dict[str, Any]) -> str:
        parts = stub_server.parts_of(body["messages"][-1]["content"])
        if "claims" not in parts:
            return json.dumps({"claims": ["1", "2", "3", "4"]})
        return shape(list(stub_server.numbered(parts["claims"])))

    stub.answer = answer

    result = HallucinationScorer(LiteLLMJudge("openai/stub", api_base=stub.url)).score(
        SAMPLE
    )

    assert (result.status, result.share, result.coverage) == outcome


@pytest.mark.parametrize(("shape", "outcome"), TABLE)
def test_after_one_such_reply_an_honest_one_gives_the_honest_share(
    stub: Any,
    stub_server: Any,
    shape: Callable[[list[int]], str],
    outcome: tuple[str, float | None, float],
) -> None:
    asked: list[list[int]] = []

    def answer(body: dict[str, Any]) -> str:
        parts = stub_server.parts_of(body["messages"][-1]["content"])
        if "claims" not in parts:
            return json.dumps({"claims": ["1", "2", "3", "4"]})
        asked.append(list(stub_server.numbered(parts["claims"])))
        honest = json.dumps({"verdicts": items(asked[-1])})
        return shape(asked[-1]) if len(asked) == 1 else honest

    stub.answer = answer

    result = HallucinationScorer(LiteLLMJudge("openai/stub", api_base=stub.url)).score(
        SAMPLE
    )

    assert result.status == "scored"
    assert result.share is not None
    assert result.share in (0.5, outcome[1])
    assert result.share >= 0.5
