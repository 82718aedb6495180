import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCORING = Path(__file__).parents[1]


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def scripted() -> Any:
    """A judge that finds the claims it is given, and answers one mark a claim."""
    module = sys.modules.get("scripted") or load(SCORING / "scripted.py")
    return module.ScriptedJudge


@pytest.fixture
def stub_server() -> Any:
    """The module of the stub: replies are written with its ``said`` and ``failed``."""
    path = SCORING / "llm" / "stub_server.py"
    return sys.modules.get("stub_server") or load(path)


@pytest.fixture
def stub(stub_server: Any) -> Iterator[Any]:
    """A model server that answers by the rule of numbers until scripted."""
    with stub_server.StubServer() as server:
        yield server
