"""The fixture in other people's tests, and the function anywhere."""

import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from dashboard.pytest_plugin import assert_grounded
from dashboard.scoring import HallucinationScorer

CONTEXT = ["The bridge opened in 1937. It is red."]


def test_a_grounded_output_passes_and_gives_its_result() -> None:
    result = assert_grounded({"text": "The bridge opened in 1937."}, CONTEXT)

    assert (result.share, result.status) == (0.0, "scored")


def test_a_bad_claim_fails_with_its_evidence() -> None:
    with pytest.raises(AssertionError) as failed:
        assert_grounded("The bridge opened in 1938. It is red.", CONTEXT, limit=0.4)

    assert [line.rstrip(".") for line in str(failed.value).splitlines()] == [
        "1 contradicted and 0 unsupported of 2 claims: share 0.50, the limit is 0.4",
        "  contradicted: The bridge opened in 1938",
        "      why: The context says 1937, the output says 1938",
        "      context 0: “The bridge opened in 1937.”",
    ]


def test_a_share_at_the_limit_passes() -> None:
    assert_grounded("The bridge opened in 1938. It is red.", CONTEXT, limit=0.5)


def test_nothing_to_check_against_fails() -> None:
    with pytest.raises(AssertionError, match="1 unsupported of 1 claims"):
        assert_grounded("The bridge opened in 1938.", [])


def test_no_score_is_no_pass() -> None:
    nobody = HallucinationScorer("openai/nobody", api_base="http://127.0.0.1:9/v1")

    with pytest.raises(AssertionError, match="there is no score: "):
        assert_grounded("The bridge opened in 1938.", CONTEXT, limit=1.0, scorer=nobody)


def test_a_limit_that_is_no_share_is_refused() -> None:
    with pytest.raises(ValueError, match="limit is a share"):
        assert_grounded("Yes.", CONTEXT, limit=20)


def test_the_fixture_reports_to_junit_and_points_at_the_callers_line(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_bridge.py").write_text(
        textwrap.dedent("""
        def test_good(assert_grounded):
            assert_grounded("It opened in 1937.", ["It opened in 1937."])

        def test_bad(assert_grounded):
            assert_grounded("It opened in 1938.", ["It opened in 1937."])
        """)
    )
    options = ["--junitxml=report.xml", "-q", "-W", "error"]
    command = [sys.executable, "-m", "pytest", *options]

    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )

    cases = {
        case.attrib["name"]: {
            p.attrib["name"]: p.attrib["value"] for p in case.iter("property")
        }
        for case in ET.parse(tmp_path / "report.xml").iter("testcase")
    }
    assert done.returncode == 1
    assert "test_bridge.py:6: AssertionError" in done.stdout
    assert "contradicted: It opened in 1938" in done.stdout
    assert cases == {
        "test_good": {
            "hallucination_judge": "offline",
            "hallucination_status": "scored",
            "hallucination_share": "0.0",
            "hallucination_claims": "1",
        },
        "test_bad": {
            "hallucination_judge": "offline",
            "hallucination_status": "scored",
            "hallucination_share": "1.0",
            "hallucination_claims": "1",
        },
    }


def test_the_plugin_loads_nothing_heavy() -> None:
    code = (
        "import sys, dashboard.pytest_plugin\n"
        "heavy = {'pydantic', 'sqlalchemy', 'litellm', 'streamlit', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)), 'dashboard.scoring' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stdout == "[] False\n"
