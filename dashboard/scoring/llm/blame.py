"""From an error of LiteLLM to what really went wrong: its class names do not tell."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from dashboard.scoring.llm.environment import key_variable
from dashboard.scoring.llm.faults import Fault, Kind

LONGEST_MESSAGE = 200
KEY_SHAPED = re.compile(r"\b(?:sk|pk|gsk|xai|key|AIza)[-_A-Za-z0-9*]{8,}|Bearer\s+\S+")
PREFIX = re.compile(r"^(?:litellm\.)?\w*(?:Error|Exception|Timeout)\b:?\s*-?\s*")
UNREACHABLE = frozenset(
    {"ConnectionRefusedError", "ClientConnectorError", "gaierror", "ConnectError"}
)
BROKEN_OFF = frozenset(
    {
        "ServerDisconnectedError",
        "ClientPayloadError",
        "ClientOSError",
        "ConnectionResetError",
        "ReadError",
        "RemoteProtocolError",
        "APIConnectionError",
    }
)
OUT_OF_CREDIT = re.compile(
    r"insufficient_quota|exceeded your current quota|billing|credit balance", re.I
)
NO_KEY = re.compile(r"missing .{0,40}(?:api.?key|credentials)|no api.?key", re.I)
FORMAT = re.compile(r"response_format|json|schema|structured|grammar", re.IGNORECASE)
TOO_LONG = re.compile(
    r"context.{0,3}(?:length|window|size)|too many tokens|prompt is too long", re.I
)
NO_SUCH_MODEL = re.compile(
    r"model.{0,80}(?:not found|does not exist|not exist|unknown)|Provider NOT provided",
    re.IGNORECASE | re.DOTALL,
)


def blamed_fault(error: Exception, model: str, secrets: Collection[str]) -> Fault:
    """Return the fault behind an error, with a message free of keys."""
    said = _message(error, secrets)
    kind = _kind(error, str(error))
    if kind == "refused":
        return Fault(kind, _refusal(error, model, said))
    if kind == "busy":
        return Fault(kind, f"too many requests: {said}", _retry_after_s(error))
    if kind == "down":
        return Fault(kind, f"the server of {model} cannot be reached")
    if kind == "dropped":
        return Fault(kind, "the connection was dropped before the reply was whole")
    if kind == "timeout":
        return Fault(kind, "no reply in time")
    if kind == "too_long":
        return Fault(kind, f"the request is longer than the model takes: {said}")
    return Fault(kind, said, _retry_after_s(error))


def missing_key(model: str, variables: Sequence[str]) -> Fault:
    """Return the fault of a model whose key stands in none of its variables."""
    return Fault(
        "refused",
        f"{model} needs a key: set {' or '.join(variables)} in the environment and "
        "start again",
    )


def unknown_model(model: str) -> Fault:
    """Return the fault of a name that LiteLLM cannot tell where to send."""
    return Fault(
        "refused",
        f"LiteLLM knows no model {model!r}; names begin with their provider, as in "
        "openai/gpt-5-mini or ollama/llama3.3",
    )


def _kind(error: Exception, said: str) -> Kind:
    status = getattr(error, "status_code", None)
    names = {type(cause).__name__ for cause in _causes(error)}
    if "ContextWindowExceededError" in names or (
        status in (400, 413, 422, 500) and TOO_LONG.search(said)
    ):
        return "too_long"
    if status == 429:
        return "refused" if OUT_OF_CREDIT.search(said) else "busy"
    if status in (401, 402, 403) or NO_KEY.search(said):
        return "refused"
    if status == 404 or (status == 400 and NO_SUCH_MODEL.search(said)):
        return "refused"
    if status in (400, 422):
        return _complaint(said)
    if names & {"Timeout", "TimeoutError", "APITimeoutError"}:
        return "timeout"
    if names & UNREACHABLE:
        return "down"
    return "dropped" if names & BROKEN_OFF else "server"


def _complaint(said: str) -> Kind:
    """Return what of a request the server would not take."""
    if "temperature" in said.casefold():
        return "temperature"
    return "format" if FORMAT.search(said) else "rejected"


def _refusal(error: Exception, model: str, said: str) -> str:
    status = getattr(error, "status_code", None)
    if status in (401, 403) or NO_KEY.search(str(error)):
        return (
            f"{model} refused the key it was given, or there was none: check "
            f"{key_variable(model)} in the environment"
        )
    if status in (402, 429):
        return (
            f"the account behind {model} has no credit left, or reached its limit: "
            f"check the account of the key in {key_variable(model)}"
        )
    return f"there is no model {model!r} there: {said}"


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    for _ in range(12):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__


def _message(error: Exception, secrets: Collection[str]) -> str:
    """Return the first line of what the provider said, without any key."""
    text = str(error).strip()
    if (begin := text.find("{")) >= 0:
        text = _message_in_json(text[begin:]) or text
    line = (text.splitlines() or [""])[0]
    while (stripped := PREFIX.sub("", line)) != line:
        line = stripped
    for secret in secrets:
        line = line.replace(secret, "…")
    return KEY_SHAPED.sub("…", line)[:LONGEST_MESSAGE].strip() or "no details given"


def _message_in_json(text: str) -> str | None:
    try:
        body: Any = json.JSONDecoder(strict=False).raw_decode(text)[0]
        said = body.get("error", body)
        return str(said["message"] if isinstance(said, dict) else said)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _retry_after_s(error: Exception) -> float | None:
    """Return the pause that the server asked for, in seconds; None without one."""
    headers: Any = getattr(error, "litellm_response_headers", None) or getattr(
        getattr(error, "response", None), "headers", None
    )
    wanted = headers.get("retry-after") if headers else None
    if wanted is None:
        return None
    try:
        return max(0.0, float(wanted))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(wanted)
    except ValueError:
        return None
    return max(0.0, (until - datetime.now(UTC)).total_seconds())
