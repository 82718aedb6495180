"""From a judge's name to a judge; what a judge needs is imported on first use."""

from __future__ import annotations

from dashboard.scoring.judge import Judge
from dashboard.scoring.types import Mode

OFFLINE = "offline"


def make_judge(
    name: str,
    *,
    mode: Mode = "thorough",
    temperature: float | None = 0.0,
    timeout_s: float = 60.0,
    api_base: str | None = None,
) -> Judge:
    """Return the judge of that name: ``offline``, or any LiteLLM model.

    Raises:
        ValueError: If the name is blank.
    """
    if not name.strip():
        raise ValueError("a judge needs a name: 'offline', or a LiteLLM model")
    if name == OFFLINE:
        from dashboard.scoring.offline.judge import OfflineJudge

        return OfflineJudge()
    from dashboard.scoring.llm.judge import LiteLLMJudge

    return LiteLLMJudge(
        name,
        mode=mode,
        temperature=temperature,
        timeout_s=timeout_s,
        api_base=api_base,
    )
