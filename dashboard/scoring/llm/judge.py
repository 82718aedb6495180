"""A language model as a judge: the one file that knows LiteLLM."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from dashboard.scoring.judge import Decision, Explanation, Extraction
from dashboard.scoring.llm.asking import Answer, Asker
from dashboard.scoring.llm.blame import blamed_fault, missing_key, unknown_model
from dashboard.scoring.llm.cache import ReplyCache
from dashboard.scoring.llm.correcting import SaidCorrection
from dashboard.scoring.llm.environment import secrets, without_login
from dashboard.scoring.llm.facts import ModelFacts
from dashboard.scoring.llm.known import known_model
from dashboard.scoring.llm.loop import on_model_loop
from dashboard.scoring.llm.model import Completion
from dashboard.scoring.llm.prompts import PROMPT_VERSION
from dashboard.scoring.llm.steps import Room, Steps
from dashboard.scoring.types import Claim, Mode, Sample

AT_ONCE = 32
"""Requests to one model that may be on their way at the same time."""
OLLAMA_WINDOW = 12_000
"""Ollama cuts in silence what is longer than its window, so we set one."""
BEFORE_IMPORT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_MODE": "PRODUCTION",
    "EXPERIMENTAL_OPENAI_BASE_LLM_HTTP_HANDLER": "True",
}
"""LiteLLM reads these as it is imported: fetch nothing, read no .env file, and send
without the openai package, which costs a quarter of the CPU time of a call."""


class LiteLLMJudge:
    """Any model that LiteLLM reaches, asked with our prompts.

    Attributes:
        name: The model, as LiteLLM names it.
        prompt_version: Which prompts it is asked with.
    """

    prompt_version: str | None = PROMPT_VERSION

    def __init__(
        self,
        name: str,
        *,
        mode: Mode = "thorough",
        temperature: float | None = 0.0,
        seed: int | None = None,
        repeat: int = 1,
        timeout_s: float = 60.0,
        api_base: str | None = None,
        cache: ReplyCache | None = None,
        at_once: int = AT_ONCE,
        max_tokens: int | None = None,
        context_tokens: int | None = None,
        backoff_s: float = 1.0,
    ) -> None:
        """Make a judge; nothing is imported, checked or asked before it is needed.

        Args:
            name: A LiteLLM model, or the model's name on the server at ``api_base``.
            mode: ``thorough`` asks for claims, then for verdicts; ``fast`` at once.
            temperature: None leaves it to the model.
            seed: None leaves it to the model.
            repeat: How many times verdicts are asked for; the most frequent one counts.
            timeout_s: Seconds that one request may take.
            api_base: The address of an OpenAI-compatible server, or None.
            cache: Where replies are kept; None asks anew each time.
            at_once: Requests to this model that may be on their way together.
            max_tokens: The longest reply; None leaves it to the model.
            context_tokens: Tokens of context in one request; None asks LiteLLM how
                much the model takes.
            backoff_s: The longest first pause before a request is sent again.

        Raises:
            ValueError: If ``repeat`` or ``at_once`` is below 1.
        """
        if repeat < 1 or at_once < 1:
            raise ValueError(
                f"repeat and at_once must be at least 1, got {repeat!r}, {at_once!r}"
            )
        self.name = name
        model = _LiteLLMModel(name, api_base, timeout_s, context_tokens)
        parameters = {
            "temperature": temperature,
            "seed": seed,
            "max_tokens": max_tokens,
            "api_base": without_login(api_base),
        }
        asker = Asker(
            model,
            known_model(name, api_base),
            parameters={k: v for k, v in parameters.items() if v is not None},
            at_once=at_once,
            timeout_s=timeout_s,
            backoff_s=backoff_s,
            cache=cache,
        )
        self._steps = Steps(asker, mode=mode, repeat=repeat, room=model.room)

    async def extract(self, sample: Sample) -> Extraction:
        """Return the claims of the output; with their verdicts in fast mode."""
        return await on_model_loop(self._steps.extract(sample))

    async def decide(self, sample: Sample, claims: Mapping[int, Claim]) -> Decision:
        """Return verdicts on these claims, by position."""
        return await on_model_loop(self._steps.decide(sample, claims))

    async def explain(
        self, sample: Sample, claims: Sequence[Claim], *, score: float, scale: float
    ) -> Explanation:
        """Return the model's own reason for the score."""
        return await on_model_loop(
            self._steps.explain(sample, claims, score=score, scale=scale)
        )

    async def correct(
        self, sample: Sample, claim: Claim, sentence: str
    ) -> Answer[SaidCorrection]:
        """Return the smallest edits of a sentence that make its claim supported."""
        return await on_model_loop(self._steps.correct(sample, claim, sentence))


def warm_up() -> None:
    """Start importing LiteLLM beside everything else, so that nobody waits for it."""
    threading.Thread(target=_litellm, name="warm-up", daemon=True).start()


def model_facts(name: str, *, api_base: str | None = None) -> ModelFacts:
    """Return what LiteLLM's own table says of a model; nobody is asked.

    Prices are unknown at a server of one's own. Importing LiteLLM takes seconds.
    """
    litellm = _litellm()
    entry = _table_entry(litellm, name)

    def count(text: str) -> int:
        return int(litellm.token_counter(model=name, text=text))

    priced = entry if api_base is None else {}
    return ModelFacts(
        count=count,
        room=Room.within(entry.get("max_input_tokens"), count).tokens,
        cost_in=priced.get("input_cost_per_token"),
        cost_out=priced.get("output_cost_per_token"),
    )


def _table_entry(litellm: ModuleType, name: str) -> Mapping[str, Any]:
    """Return a model's entry: under its whole name, or under its provider's own."""
    table: Mapping[str, Mapping[str, Any]] = litellm.model_cost
    if name in table:
        return table[name]
    provider, _, bare = name.partition("/")
    entry = table.get(bare, {})
    known = str(entry.get("litellm_provider", "")).startswith(provider.lower())
    return entry if known else {}


class _LiteLLMModel:
    """Sends requests through LiteLLM and turns its errors into faults."""

    def __init__(
        self,
        name: str,
        api_base: str | None,
        timeout_s: float,
        context_tokens: int | None,
    ) -> None:
        self.name = name
        self._api_base = api_base
        self._timeout_s = timeout_s
        self._context_tokens = context_tokens
        self._route: Mapping[str, Any] | None = None

    async def get_ready(self) -> None:
        """Import LiteLLM and see that the model can be asked."""
        litellm = await _loaded()
        if self._route is None:
            self._route = self._checked_route(litellm)

    async def complete(
        self, messages: Sequence[Mapping[str, str]], parameters: Mapping[str, Any]
    ) -> Completion:
        """Return the reply; raises ``Fault`` when none came."""
        litellm = _litellm()
        assert self._route is not None
        try:
            response = await litellm.acompletion(
                messages=[dict(message) for message in messages],
                timeout=self._timeout_s,
                max_retries=0,
                **{**parameters, **self._route},
            )
        except Exception as error:  # noqa: BLE001  LiteLLM raises bare ones, too
            fault = blamed_fault(error, self.name, secrets(os.environ))
        else:
            return _completion(response)
        # Not `from error`: what LiteLLM says may hold the key.
        raise fault from None

    async def room(self) -> Room:
        """Return how much context fits into a request."""
        litellm = await _loaded()

        def count(text: str) -> int:
            return int(litellm.token_counter(model=self.name, text=text))

        if self._context_tokens is not None:
            return Room(self._context_tokens, count)
        try:
            limit = litellm.get_model_info(self.name).get("max_input_tokens")
        except Exception:  # noqa: BLE001  raised bare for a model it does not know
            limit = None
        return Room.within(limit, count)

    def _checked_route(self, litellm: ModuleType) -> dict[str, Any]:
        """Return where requests go, once it is known that they can go there."""
        model, provider = self.name, ""
        try:
            _, provider, _, _ = litellm.get_llm_provider(model)
        except Exception as error:
            if self._api_base is None:
                raise unknown_model(model) from error
            model = f"openai/{model}"
        route: dict[str, Any] = {"model": model}
        if provider.startswith("ollama"):
            # Its other way in, ollama/, knows no roles: rules and texts become one.
            route["model"] = f"ollama_chat/{model.partition('/')[2]}"
            route["num_ctx"] = OLLAMA_WINDOW
        missing = litellm.validate_environment(model)["missing_keys"]
        keys = [variable for variable in missing if variable.endswith("_API_KEY")]
        if self._api_base is not None:
            route["api_base"] = self._api_base
            if keys:
                route["api_key"] = "none"
        elif keys:
            raise missing_key(self.name, keys)
        return route


async def _loaded() -> ModuleType:
    if _litellm.cache_info().currsize:
        return _litellm()
    return await asyncio.to_thread(_litellm)


@cache
def _litellm() -> ModuleType:
    """Return LiteLLM; importing it takes seconds, hence here and once.

    No garbage is looked for meanwhile, which saves a quarter of the time, nor ever
    among the 370,000 objects that it leaves: they would slow each full collection down.
    """
    for variable, value in BEFORE_IMPORT.items():
        os.environ.setdefault(variable, value)
    collecting = gc.isenabled()
    gc.disable()
    try:
        import litellm
    finally:
        if collecting:
            gc.enable()
    gc.freeze()
    litellm.suppress_debug_info = True
    litellm.disable_hf_tokenizer_download = True
    return litellm


def _completion(response: Any) -> Completion:
    """Return what a response of LiteLLM holds."""
    choice = response.choices[0] if response.choices else None
    usage = getattr(response, "usage", None)
    finish = getattr(choice, "finish_reason", None)
    message = getattr(choice, "message", None)
    return Completion(
        text=getattr(message, "content", None) or "",
        cut_off=finish == "length",
        declined=finish == "content_filter" or bool(getattr(message, "refusal", None)),
        tokens_in=getattr(usage, "prompt_tokens", None) or None,
        tokens_out=getattr(usage, "completion_tokens", None) or None,
        cost=response._hidden_params.get("response_cost") or None,
    )
