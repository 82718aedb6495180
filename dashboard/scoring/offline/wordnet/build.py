"""Builds the word table from the WordNet 3.1 database files.

    python -m dashboard.scoring.offline.wordnet.build DICT_FOLDER

DICT_FOLDER holds ``data.noun``, ``index.sense`` and so on, as Princeton publishes them.
One line a word: ``word TAB meanings TAB wider meanings TAB antonyms TAB parts``. A
meaning is a synset, as a number in base 36; a wider one is a hypernym, a word's derived
forms, or what an adjective is similar to. Parts are the parts of speech, the commonest
first, and a digit: how common the word is in the texts that WordNet counts (0 to 4, the
logarithm of its count).
"""

from __future__ import annotations

import gzip
import math
import re
import sys
from collections import defaultdict
from pathlib import Path

MOST_SENSES = {"n": 3, "v": 4, "a": 3, "r": 2}
"""Senses kept a word, most frequent first: rare ones match too much."""
MOST_WIDENED = 2
"""Senses whose wider meanings are kept."""
TOO_WIDE = 1500
"""Synsets with more below them than this say nothing: entity, object, act."""
TARGET = Path(__file__).with_name("words.txt.gz")
FEW_USES = 10
"""A part of speech in fewer than one use out of so many is not kept."""
_WORD = re.compile(r"[a-z]+(?:[-_'][a-z]+){0,2}$")
_PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}


class Net:
    """The parts of the database that the table is made of."""

    def __init__(self, folder: Path) -> None:
        self.words: dict[str, list[str]] = {}
        self.capital: set[str] = set()
        self.common: set[str] = set()
        self.up: dict[str, list[str]] = defaultdict(list)
        self.similar: dict[str, list[str]] = defaultdict(list)
        self.derived: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.opposite: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.senses: dict[tuple[str, str], list[str]] = {}
        for name, part in _PARTS.items():
            self._read_index(folder / f"index.{name}", part)
        self.counted: dict[str, int] = defaultdict(int)
        self.uses: dict[tuple[str, str], int] = defaultdict(int)
        for line in (folder / "index.sense").read_text(encoding="utf-8").splitlines():
            key, _, _, count = line.split()
            word, _, kind = key.partition("%")
            self.counted[word] += int(count)
            self.uses[word, "nvara"[int(kind[0]) - 1]] += int(count)
        for name, part in _PARTS.items():
            self._read_data(folder / f"data.{name}", part)
        self.below = self._count_below()

    def _read_index(self, path: Path, part: str) -> None:
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                fields = line.split()
                pointers = int(fields[3])
                offsets = fields[6 + pointers :]
                self.senses[fields[0], part] = [part + offset for offset in offsets]

    def _read_data(self, path: Path, part: str) -> None:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split(" | ")[0].split()
            synset = part + fields[0]
            count = int(fields[3], 16)
            written = fields[4 : 4 + 2 * count : 2]
            names = [re.sub(r"\(.*\)", "", name).lower() for name in written]
            for name in written:
                (self.capital if name.istitle() else self.common).add(name.lower())
            self.words[synset] = names
            self._read_pointers(synset, names, fields[4 + 2 * count :])

    def _read_pointers(self, synset: str, names: list[str], fields: list[str]) -> None:
        for place in range(int(fields[0])):
            kind, offset, part, ends = fields[1 + 4 * place : 5 + 4 * place]
            target = part.replace("s", "a") + offset
            source, goal = int(ends[:2], 16), int(ends[2:], 16)
            if kind in ("@", "@i"):
                self.up[synset].append(target)
            elif kind == "&":
                self.similar[synset].append(target)
            elif kind == "+" and source:
                self.derived[synset, names[source - 1]].add(target)
            elif kind == "!" and source:
                self.opposite[synset, names[source - 1]].add(f"{target}:{goal}")

    def _count_below(self) -> dict[str, int]:
        below: dict[str, int] = defaultdict(int)
        for synset in self.words:
            seen = {synset}
            waiting = [synset]
            while waiting:
                for above in self.up[waiting.pop()]:
                    if above not in seen:
                        seen.add(above)
                        waiting.append(above)
                        below[above] += 1
        return below

    def worth_keeping(self, word: str, part: str, synsets: list[str]) -> bool:
        """Tell whether a text is likely to use the word, and not as a name."""
        named = part == "n" and word in self.capital and word not in self.common
        if not _WORD.match(word) or named:
            return False
        if "_" not in word:
            return (
                part != "n" or self.counted[word] > 0 or len(self.words[synsets[0]]) > 1
            )
        return part == "v" or any("_" not in name for name in self.words[synsets[0]])

    def wider(self, word: str, synset: str) -> set[str]:
        """Return what this sense of a word is a kind of, or a form of."""
        found = set(self.derived[synset, word]) | set(self.similar[synset])
        levels = self.up[synset]
        for _ in range(2 if synset[0] == "n" else 1):
            found.update(levels)
            levels = [above for one in levels for above in self.up[one]]
        return {one for one in found if self.below[one] < TOO_WIDE}

    def parts(self, word: str) -> str:
        """Return the word's parts of speech, commonest first, and how common it is."""
        parts = [part for part in MOST_SENSES if (word, part) in self.senses]
        total = self.counted[word]
        kept = [part for part in parts if self.uses[word, part] * FEW_USES >= total]
        kept.sort(key=lambda part: -self.uses[word, part])
        return "".join(kept) + str(min(4, int(math.log10(total + 1) * 1.5)))

    def antonyms(self, word: str, synset: str) -> set[str]:
        """Return the words that mean the opposite of this sense.

        The opposite of a word of the same meaning is one too (slash, raise), and of the
        adjective that a special one is like (scorching, cold).
        """
        heads = [synset, *(self.similar[synset] if synset[0] == "a" else ())]
        found: set[str] = set()
        for head in heads:
            for name in self.words[head]:
                for pointer in self.opposite[head, name]:
                    target, goal = pointer.split(":")
                    found.add(self.words[target][int(goal) - 1])
                    found.update(
                        other
                        for other in self.words[target]
                        if target in self.senses.get((other, target[0]), [])[:1]
                    )
        return {name for name in found if name != word and "_" not in name}


def base36(number: int) -> str:
    """Return a number written with digits and letters."""
    digits = ""
    while number or not digits:
        number, rest = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest] + digits
    return digits


def build(folder: Path) -> str:
    """Return the table as text."""
    net = Net(folder)
    meanings: dict[str, list[str]] = defaultdict(list)
    wider: dict[str, set[str]] = defaultdict(set)
    antonyms: dict[str, set[str]] = defaultdict(set)
    for (word, part), synsets in net.senses.items():
        if not net.worth_keeping(word, part, synsets):
            continue
        for rank, synset in enumerate(synsets[: MOST_SENSES[part]]):
            meanings[word].append(synset)
            if rank < MOST_WIDENED:
                wider[word] |= net.wider(word, synset)
                antonyms[word] |= net.antonyms(word, synset)
    used: dict[str, int] = defaultdict(int)
    for word, synsets in meanings.items():
        for synset in {*synsets, *wider[word]}:
            used[synset] += 1
    shared = sorted(synset for synset, count in used.items() if count > 1)
    number = {synset: base36(place) for place, synset in enumerate(shared)}
    lines = []
    for word in sorted(meanings):
        own = " ".join(dict.fromkeys(number[s] for s in meanings[word] if s in number))
        above = " ".join(sorted({number[s] for s in wider[word] if s in number}))
        against = " ".join(sorted(antonyms[word]))
        lines.append(
            f"{word.replace('_', ' ')}\t{own}\t{above}\t{against}\t{net.parts(word)}"
        )
    return "\n".join(lines)


def main() -> None:
    """Write the table beside this file."""
    text = build(Path(sys.argv[1]))
    TARGET.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
