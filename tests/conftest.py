"""A stub of a language model, for all tests that ask one."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def load(name: str) -> ModuleType:
    path = Path(__file__).parent / "scoring" / "llm" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def stub_server() -> Any:
    """The module of the stub: replies are written with its ``said`` and ``failed``."""
    return sys.modules.get("stub_server") or load("stub_server")


@pytest.fixture
def stub(stub_server: Any) -> Iterator[Any]:
    """A stub that answers by the rule of numbers until something else is scripted."""
    with stub_server.StubServer() as server:
        yield server
