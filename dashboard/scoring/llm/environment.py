"""Which models can be asked, as far as the environment tells; LiteLLM is not needed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

OLLAMA = "http://127.0.0.1:11434"
SECRET = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)", re.IGNORECASE)
SHORTEST_SECRET = 6
"""Shorter values are words that occur anywhere."""


class Provider(NamedTuple):
    """A provider of models.

    Attributes:
        prefix: What LiteLLM's names of its models begin with.
        keys: Variables that its key may be in.
        example: A model of it to start with.
    """

    prefix: str
    keys: tuple[str, ...]
    example: str


PROVIDERS = (
    Provider("openai", ("OPENAI_API_KEY",), "openai/gpt-5-mini"),
    Provider("anthropic", ("ANTHROPIC_API_KEY",), "anthropic/claude-sonnet-4-5"),
    Provider("gemini", ("GEMINI_API_KEY", "GOOGLE_API_KEY"), "gemini/gemini-2.5-flash"),
    Provider("mistral", ("MISTRAL_API_KEY",), "mistral/mistral-large-latest"),
    Provider("groq", ("GROQ_API_KEY",), "groq/llama-3.3-70b-versatile"),
    Provider("deepseek", ("DEEPSEEK_API_KEY",), "deepseek/deepseek-chat"),
    Provider("openrouter", ("OPENROUTER_API_KEY",), "openrouter/openai/gpt-5-mini"),
    Provider("xai", ("XAI_API_KEY",), "xai/grok-4"),
    Provider("cohere", ("COHERE_API_KEY",), "cohere/command-a-03-2025"),
)


class ConfiguredModel(NamedTuple):
    """A model that can be asked as things are set up.

    Attributes:
        name: As LiteLLM names it.
        because: What makes it available: a variable's name, or a server's address.
    """

    name: str
    because: str


def configured_models(environ: Mapping[str, str]) -> list[ConfiguredModel]:
    """Return a model for each key in the environment, in a fixed order.

    Only names of variables come back, never a key.
    """
    return [
        ConfiguredModel(provider.example, variable)
        for provider in PROVIDERS
        for variable in [key for key in provider.keys if environ.get(key, "").strip()][
            :1
        ]
    ]


def ollama_models(
    address: str = OLLAMA, *, timeout_s: float = 0.5
) -> list[ConfiguredModel]:
    """Return what an Ollama server on this machine has; nothing when none answers."""
    try:
        with build_opener(ProxyHandler({})).open(
            f"{address}/api/tags", timeout=timeout_s
        ) as reply:
            models = json.load(reply)["models"]
        return [ConfiguredModel(f"ollama/{model['name']}", address) for model in models]
    except (URLError, OSError, ValueError, KeyError, TypeError):
        return []


def key_variable(model: str) -> str:
    """Return the variable that the key for a model is usually kept in."""
    prefix = model.partition("/")[0].casefold()
    for provider in PROVIDERS:
        if provider.prefix == prefix:
            return provider.keys[0]
    return "OPENAI_API_KEY" if "/" not in model else f"{prefix.upper()}_API_KEY"


def secrets(environ: Mapping[str, str]) -> list[str]:
    """Return the values that must never be shown, stored or logged."""
    return [
        value
        for variable, value in environ.items()
        if SECRET.search(variable) and len(value) >= SHORTEST_SECRET
    ]


def without_login(api_base: str | None) -> str | None:
    """Return the address as it may be stored: who logs in there is left out."""
    if api_base is None:
        return None
    parts = urlsplit(api_base)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
