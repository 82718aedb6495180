"""The requests that judging one sample with a language model is going to take.

They are built by the judge's own prompts from the claims that the offline reader finds,
so that counting their tokens is counting what will be sent. What a model answers can
only be guessed: its replies are taken to be as short as the prompts ask for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dashboard.scoring.llm.deciding import CLAIMS_A_CALL
from dashboard.scoring.llm.extracting import SENTENCES_A_CALL, SHORT_OUTPUT
from dashboard.scoring.llm.passages import shown_context
from dashboard.scoring.llm.prompts import (
    SCHEMAS,
    Prompt,
    claims_prompt,
    fast_prompt,
    reason_prompt,
    verdicts_prompt,
)
from dashboard.scoring.llm.sentences import split_sentences
from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.types import Claim, Mode, ReasonBy, Sample, Verdict

CountTokens = Callable[[str], int]

QUOTE = "its deciding words"
WHY = "the context says otherwise"
REASON = (
    "The score is 0.25 of 1, because one of the claims says otherwise than the context "
    "does, which names another value there, while the rest of them agree with it."
)
HALLUCINATED_EVERY = 4
"""One claim in so many is taken to need a reason."""


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """One request, in tokens.

    Attributes:
        fixed: What every request of this step begins with.
        texts: What it holds of the sample.
        schema: The shape of the reply, sent beside; some providers bill it.
        out: What is likely to come back.
    """

    fixed: int
    texts: int
    schema: int
    out: int


@dataclass(frozen=True, slots=True)
class ExpectedWork:
    """What one sample takes: its claims, and its requests in rounds.

    The requests of a round go out together; the next round needs their replies.
    """

    claims: int
    rounds: tuple[tuple[ExpectedCall, ...], ...] = ()


def expected_work(
    sample: Sample,
    *,
    mode: Mode,
    reason: ReasonBy,
    count: CountTokens,
    room: int,
    repeat: int = 1,
) -> ExpectedWork:
    """Return what judging a sample takes.

    ``room`` is for tokens of context, ``repeat`` how often verdicts are asked for.
    """
    claims = output_claims(sample.output, question=sample.input) or _sentences(sample)
    finding = finding_prompts(sample, mode=mode, count=count, room=room)
    rounds = [[_finding(prompt, claims, count) for prompt in finding]]
    if claims and _has_context(sample):
        votes = repeat if mode == "thorough" else repeat - 1
        rounds.append(votes * list(_deciding(sample, claims, room, count)))
        if reason == "judge":
            rounds.append([_explaining(sample, claims, count)])
    return ExpectedWork(len(claims), tuple(tuple(calls) for calls in rounds if calls))


@dataclass(frozen=True, slots=True)
class FindingPrompt:
    """A request for the claims of some sentences of an output.

    ``share`` is the part of the output's sentences in it, 0 to 1.
    """

    prompt: Prompt
    sentences: Mapping[int, str]
    share: float


def finding_prompts(
    sample: Sample, *, mode: Mode, count: CountTokens, room: int
) -> list[FindingPrompt]:
    """Return the first requests about a sample; none where nothing was said."""
    sentences = [s.text for s in split_sentences(sample.output)]
    question = sample.input if len(sample.output) <= SHORT_OUTPUT else None
    fast = mode == "fast" and _has_context(sample)
    found = []
    for at in range(0, len(sentences), SENTENCES_A_CALL):
        part = dict(enumerate(sentences[at : at + SENTENCES_A_CALL], at + 1))
        if fast:
            shown = _shown(sample, list(part.values()), room, count)
            prompt = fast_prompt(shown, part, question)
        else:
            prompt = claims_prompt(part, question)
        found.append(FindingPrompt(prompt, part, len(part) / len(sentences)))
    return found


def _sentences(sample: Sample) -> list[Claim]:
    """Return the sentences that a model takes for claims where rules see none."""
    sentences = split_sentences(sample.output)
    return [Claim(s.text) for s in sentences if not s.text.endswith(("?", "？"))]


def _has_context(sample: Sample) -> bool:
    return any(text.strip() for text in sample.context)


def _finding(
    finding: FindingPrompt, claims: Sequence[Claim], count: CountTokens
) -> ExpectedCall:
    some = claims[: max(1, round(len(claims) * finding.share))]
    said: list[object] = list(_named(some, finding.sentences))
    if finding.prompt.shape == "fast":
        said = [{"claim": c, "why": QUOTE, "label": "supported"} for c in said]
    return _call(finding.prompt, {"claims": said}, count)


def _named(claims: Sequence[Claim], sentences: Mapping[int, str]) -> list[str]:
    """Return claims as a model should name them: a whole sentence by its number."""
    whole = {text.rstrip(".!? "): number for number, text in sentences.items()}
    return [
        str(whole[text]) if (text := claim.text.rstrip(".!? ")) in whole
        else f"1: {claim.text}"
        for claim in claims
    ]  # fmt: skip


def _deciding(
    sample: Sample, claims: Sequence[Claim], room: int, count: CountTokens
) -> Iterator[ExpectedCall]:
    for at in range(0, len(claims), CLAIMS_A_CALL):
        some = claims[at : at + CLAIMS_A_CALL]
        texts = {number: claim.text for number, claim in enumerate(some, at + 1)}
        shown = _shown(sample, list(texts.values()), room, count)
        verdicts = [
            {
                "n": number,
                "quote": QUOTE,
                "label": "supported",
                "why": "" if number % HALLUCINATED_EVERY else WHY,
            }
            for number in texts
        ]
        yield _call(verdicts_prompt(shown, texts), {"verdicts": verdicts}, count)


def _explaining(
    sample: Sample, claims: Sequence[Claim], count: CountTokens
) -> ExpectedCall:
    verdict = Verdict(label="supported", reason=WHY)
    judged = [replace(claim, verdict=verdict) for claim in claims]
    prompt = reason_prompt(sample.output, sample.input, judged, score="0.25 of 1")
    return _call(prompt, REASON, count)


def _shown(
    sample: Sample, queries: Sequence[str], room: int, count: CountTokens
) -> str:
    return shown_context(sample.context, queries, budget=room, count=count).text


def _call(prompt: Prompt, reply: object, count: CountTokens) -> ExpectedCall:
    system, user = prompt.messages("json_schema")
    written = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    return ExpectedCall(
        fixed=count(system["content"]),
        texts=count(user["content"]),
        schema=count(json.dumps(SCHEMAS[prompt.shape])) if prompt.shape else 0,
        out=count(written),
    )
