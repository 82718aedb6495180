"""From a judge's name to a judge; what a judge needs is imported on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.scoring.judge import Judge
from dashboard.scoring.types import Mode

if TYPE_CHECKING:
    from dashboard.scoring.llm.cache import ReplyCache

OFFLINE = "offline"
HF = ("hf:", "hf+code:")
"""How names of judges begin that are models of Hugging Face."""


def on_this_machine(name: str) -> bool:
    """Return whether a judge asks no server: it costs nothing and needs no key."""
    return name == OFFLINE or name.startswith(HF)


def make_judge(
    name: str,
    *,
    mode: Mode = "thorough",
    temperature: float | None = 0.0,
    timeout_s: float = 60.0,
    api_base: str | None = None,
    seed: int | None = None,
    repeat: int = 1,
    at_once: int = 32,
    cache: ReplyCache | None = None,
) -> Judge:
    """Return the judge of that name.

    That is ``offline``, a model of Hugging Face on this machine (``hf:`` and a folder
    or the hub's name of it; ``hf+code:`` lets it run Python files of its own), or any
    LiteLLM model. The options are those of ``LiteLLMJudge``; the others have none.

    Raises:
        ValueError: If the name is blank or an option has no meaning.
    """
    if checked_name(name) == OFFLINE:
        from dashboard.scoring.offline.judge import OfflineJudge

        return OfflineJudge()
    if name.startswith(HF):
        from dashboard.scoring.hf.judge import HfJudge

        return HfJudge(name)
    from dashboard.scoring.llm.judge import LiteLLMJudge

    return LiteLLMJudge(
        name,
        mode=mode,
        temperature=temperature,
        timeout_s=timeout_s,
        api_base=api_base,
        seed=seed,
        repeat=repeat,
        at_once=at_once,
        cache=cache,
    )


def checked_name(name: str) -> str:
    """Return a judge's name.

    Raises:
        ValueError: If it is blank.
    """
    if not name.strip():
        raise ValueError("a judge needs a name: 'offline', or a LiteLLM model")
    return name
