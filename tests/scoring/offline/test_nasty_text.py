import sys
from collections.abc import Callable
from types import FrameType

import pytest

from dashboard.scoring.offline.claims import output_claims
from dashboard.scoring.offline.passages import context_passages

PIECES = {
    "nothing but letters": "a",
    "words": "word ",
    "sentences": "The bridge opened in 1937 and it is long. ",
    "replaced NUL": "\ufffd",
    "combining marks": "e\u0301\u0302 ",
    "right to left": "هذا نص طويل. ",
    "direction marks": "\u202eabc\u202c. ",
    "emoji": "👩\u200d👩\u200d👧 ",
    "Chinese": "这座桥于1937年开通，全长二千米。",
    "open braces": "{",
    "open brackets": "[1,\n",
    "broken objects": '{"a":\n',
    "objects": '{"a": 1, "b": [2, {"c": "d. E."}]}\n',
    "quotes": 'say "hello ',
    "curly quotes": "“a ",
    "brackets": "(a ",
    "stars": "**a ",
    "links": "[a](",
    "tags": "<tr><td>a",
    "elements": "<a>b</a> <c>d. ",
    "comments": "<!-- a ",
    "table": "|a|b|\n",
    "CSV": "a,b,c\n1,2,3\n",
    "bullets": "  - a:\n",
    "pairs": "Key: value\n",
    "fences": "```\n",
    "headings": "# a\n",
    "full stops": ". ",
    "ordinals": "1. januar ",
    "entities": "&amp;",
    "commas": ", and it was, which is, because they are, ",
    "escapes": '{"a": "\\n\\u00e9"}\n',
    "backslashes": "\\",
    "line breaks": "\r\n\x0b\x0c\u2028",
    "who did what": "He ran and she sat but they, who won, left; ",
}
EACH = pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES.keys())


@EACH
@pytest.mark.parametrize("times", [1, 2, 57])
def test_spans_lie_in_the_text_and_hold_something(piece: str, times: int) -> None:
    text = piece * times

    claims = output_claims(text, question=text)
    passages = context_passages([text, "", text])

    for claim in claims:
        assert claim.start is not None
        assert claim.end is not None
        assert 0 <= claim.start < claim.end <= len(text)
        assert text[claim.start : claim.end].strip() == text[claim.start : claim.end]
        assert claim.text.strip()
    for passage in passages:
        assert passage.context_index in (0, 2)
        assert 0 <= passage.start < passage.end <= len(text)
        assert passage.text.strip()
    starts = [claim.start or 0 for claim in claims]
    assert starts == sorted(starts)


@EACH
def test_a_claim_of_plain_prose_is_found_again_in_the_output(piece: str) -> None:
    text = f"The dam is long. {piece} The road is short."

    claims = output_claims(text)

    assert claims[0].text == "The dam is long"
    assert text[claims[0].start : claims[0].end] == "The dam is long"


def calls_made(function: Callable[[], object]) -> int:
    """Count the calls, of Python and of C, that running a function makes."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
    return calls


@EACH
def test_four_times_the_text_is_about_four_times_the_work(piece: str) -> None:
    text = piece * (3_000 // len(piece))
    long = text * 4

    once = calls_made(lambda: (output_claims(text), context_passages([text])))
    four = calls_made(lambda: (output_claims(long), context_passages([long])))

    assert four <= 5 * once + 3_000


def test_a_paste_of_five_megabytes_is_read_to_its_end() -> None:
    output = "word " * 1_000_000

    claims = output_claims(output)

    assert len(claims) == 3_334
    assert claims[-1].end == len(output) - 1


def test_a_document_of_a_megabyte_is_read_to_its_end() -> None:
    context = "The bridge opened in 1937. " * 40_000

    passages = context_passages([context])

    assert len(passages) == 40_000
    assert passages[-1].end == len(context) - 1
