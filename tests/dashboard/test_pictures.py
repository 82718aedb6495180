"""Charts as pictures, where what draws them is installed."""

import io
import zipfile
from collections.abc import Sequence

import plotly.graph_objects as go
import pytest

from dashboard.analysis.card import Card
from dashboard.analysis.report import pictures

pytest.importorskip("kaleido", reason="pip install -e '.[pictures]' to test pictures")

CARDS: Sequence[Card] = (
    Card("Runs by band", "2 runs", go.Figure(go.Bar(x=["low", "high"], y=[1, 1])), []),
)


def test_each_chart_is_a_png_of_its_own() -> None:
    with zipfile.ZipFile(io.BytesIO(pictures(CARDS, "png"))) as archive:
        assert archive.namelist() == ["runs-by-band.png"]
        drawn = archive.read("runs-by-band.png")

    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(drawn[16:20], "big") == 1800


def test_or_an_svg_with_its_words() -> None:
    with zipfile.ZipFile(io.BytesIO(pictures(CARDS, "svg"))) as archive:
        drawn = archive.read("runs-by-band.svg").decode()

    assert drawn.startswith("<svg")
    assert "Runs by band" in drawn
