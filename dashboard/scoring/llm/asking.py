"""Asks a model once for one thing, as often as it takes, and keeps every attempt."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from dashboard.scoring.errors import JudgeFailed, JudgeRefused
from dashboard.scoring.llm.cache import ReplyCache, reply_key
from dashboard.scoring.llm.faults import Fault, Kind, retrying
from dashboard.scoring.llm.known import KnownModel, lower
from dashboard.scoring.llm.model import Completion, Model
from dashboard.scoring.llm.prompts import Prompt, Rung
from dashboard.scoring.llm.replies import Unreadable
from dashboard.scoring.types import Call

log = logging.getLogger(__name__)
T = TypeVar("T")

SERVER_MAY_MEAN_FORMAT = 2
"""Server errors or unreadable replies after which a looser format is tried."""
TRICKLE_S = 1.0
"""Seconds beyond the time-out, which a model applies itself to each pause: a reply that
trickles in for ever is ended here."""


class TooLong(JudgeFailed):
    """A request was longer than the model takes; less of the context may fit."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a reply said, and all requests that it took."""

    value: T
    calls: tuple[Call, ...]


@dataclass(slots=True)
class _Talk(Generic[T]):
    """One request on its way through its attempts."""

    prompt: Prompt
    read: Callable[[str, bool], T]
    keep: Callable[[T], bool]
    rung: Rung
    note: str
    vote: int
    calls: list[Call] = field(default_factory=list)
    faults: Counter[Kind] = field(default_factory=Counter)


class Asker:
    """Asks one model with one set of parameters.

    Attributes:
        model: Where requests go.
        known: What was learnt about that model.
    """

    def __init__(
        self,
        model: Model,
        known: KnownModel,
        *,
        parameters: Mapping[str, Any],
        at_once: int,
        timeout_s: float,
        backoff_s: float,
        cache: ReplyCache | None,
    ) -> None:
        self.model = model
        self.known = known
        self._parameters = dict(parameters)
        self._gate = known.gate(at_once)
        self._timeout_s = timeout_s
        self._backoff_s = backoff_s
        self._cache = cache

    async def ask(
        self,
        prompt: Prompt,
        read: Callable[[str, bool], T],
        *,
        keep: Callable[[T], bool] = lambda _: True,
        note: str = "",
        vote: int = 0,
    ) -> Answer[T]:
        """Return what the model answers, as ``read`` understands it.

        Args:
            prompt: What is asked.
            read: From the reply and whether it was cut off to a value; raises
                ``Unreadable`` when the reply does not answer what was asked.
            keep: Whether a reply is complete enough to be stored.
            note: Said at the end of the request.
            vote: Which of several independent answers this is.

        Raises:
            JudgeFailed: If no readable reply came in the tries that a fault is worth.
        """
        talk = _Talk(prompt, read, keep, self.known.rung, note, vote)
        try:
            async for attempt in retrying(self._backoff_s):
                with attempt:
                    return Answer(await self._attempt(talk), tuple(talk.calls))
        except Fault as fault:
            raise self._failure(fault, talk) from fault
        raise AssertionError("unreachable: tenacity raises the last fault")

    async def _attempt(self, talk: _Talk[T]) -> T:
        """Try until something other than the form of the request is at fault."""
        while True:
            try:
                return await self._once(talk)
            except Fault as fault:
                talk.faults[fault.kind] += 1
                if (
                    fault.kind == "temperature"
                    and "temperature" in talk.calls[-1].parameters
                ):
                    self.known.takes_temperature = False
                elif fault.kind == "format" and (looser := lower(talk.rung)):
                    talk.rung = looser
                else:
                    self._note_fault(talk, fault)
                    raise

    def _note_fault(self, talk: _Talk[T], fault: Fault) -> None:
        if fault.kind == "unreadable":
            talk.note = f"Your last reply was no use: {fault}."
        puzzling = fault.kind in ("server", "unreadable") and not self.known.proven
        if puzzling and talk.faults[fault.kind] >= SERVER_MAY_MEAN_FORMAT:
            talk.rung = lower(talk.rung) or talk.rung

    async def _once(self, talk: _Talk[T]) -> T:
        messages = talk.prompt.messages(talk.rung, talk.note)
        form = talk.prompt.response_format(talk.rung)
        parameters = self._sent_parameters()
        key = self._key(parameters, messages, form, talk.vote)
        blank = Call(
            talk.prompt.step,
            messages,
            None,
            self.model.name,
            {**parameters, "format": talk.rung if form else "plain"},
            attempt=len(talk.calls) + 1,
        )
        kept = self._kept(talk, blank, key)
        if kept is not None:
            return kept.value
        if form:
            parameters["response_format"] = form
        completion, call = await self._send(talk, blank, parameters)
        return self._understood(talk, completion, call, key)

    def _kept(self, talk: _Talk[T], blank: Call, key: str) -> Answer[T] | None:
        """Return what a kept reply says; None where none is kept that can be read."""
        reply = self._cache.get(key) if self._cache is not None else None
        if reply is None:
            return None
        try:
            value = talk.read(reply, False)
        except Unreadable as error:
            log.warning("a kept reply cannot be read, asking again: %s", error)
            return None
        call = replace(
            blank, reply=reply, tokens_in=0, tokens_out=0, cost=0.0, cached=True
        )
        talk.calls.append(call)
        return Answer(value, (call,))

    async def _send(
        self, talk: _Talk[T], call: Call, parameters: Mapping[str, Any]
    ) -> tuple[Completion, Call]:
        """Return the reply and the call with it; a call without one is kept, too."""
        await self.model.get_ready()
        async with self._gate:
            self.known.raise_trouble()
            started = time.monotonic()
            fault: Fault
            try:
                async with asyncio.timeout(self._timeout_s + TRICKLE_S):
                    completion = await self.model.complete(call.messages, parameters)
            except TimeoutError:
                fault = Fault("timeout", f"no reply within {self._timeout_s:g} s")
            except Fault as error:
                fault = error
            else:
                return completion, replace(
                    call,
                    reply=completion.text,
                    tokens_in=completion.tokens_in,
                    tokens_out=completion.tokens_out,
                    cost=completion.cost,
                    duration_s=time.monotonic() - started,
                )
        took = time.monotonic() - started
        talk.calls.append(replace(call, duration_s=took, error=str(fault)))
        raise fault

    def _understood(
        self, talk: _Talk[T], completion: Completion, call: Call, key: str
    ) -> T:
        try:
            value = talk.read(_text_of(completion), completion.cut_off)
        except Unreadable as error:
            talk.calls.append(replace(call, error=f"unreadable: {error}"))
            raise Fault("unreadable", str(error)) from error
        talk.calls.append(call)
        self.known.learn_rung(talk.rung)
        if self._cache is not None and not completion.cut_off and talk.keep(value):
            self._cache.put(key, completion.text)
        return value

    def _key(
        self,
        parameters: Mapping[str, Any],
        messages: Sequence[Mapping[str, str]],
        form: Mapping[str, Any] | None,
        vote: int,
    ) -> str:
        """Return under which key a reply is kept; blank where none is."""
        if self._cache is None:
            return ""
        decisive = {**parameters, "vote": vote}
        return reply_key(self.model.name, decisive, messages, form)

    def _sent_parameters(self) -> dict[str, Any]:
        parameters = dict(self._parameters)
        if not self.known.takes_temperature:
            parameters.pop("temperature", None)
        return parameters

    def _failure(self, fault: Fault, talk: _Talk[T]) -> JudgeFailed:
        if fault.kind in ("refused", "down") and not fault.final:
            self.known.remember_trouble(fault)
        tried = len(talk.calls)
        log.warning("%s: %s given up, tries: %d", self.model.name, fault.kind, tried)
        if fault.kind == "refused":
            return JudgeRefused(str(fault), talk.calls)
        if fault.kind == "too_long":
            return TooLong(f"{self.model.name}: {fault}", talk.calls)
        tries = f" ({tried} tries)" if tried > 1 else ""
        return JudgeFailed(
            f"{self.model.name} gave no usable answer{tries}: {fault}", talk.calls
        )


def _text_of(completion: Completion) -> str:
    if completion.declined:
        raise Unreadable("the model declined to answer")
    if not completion.text.strip():
        raise Unreadable("it was empty")
    return completion.text
