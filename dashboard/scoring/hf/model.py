"""Loads a model that tells whether a text supports a claim, and asks it.

The one file that knows transformers. Nothing is loaded before the first question;
weights that are not on this machine are fetched from the hub then.
"""

# mypy: disable-error-code="import-not-found,no-any-return,no-untyped-call"
from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.scoring.errors import JudgeRefused
from dashboard.scoring.hf.labels import Labels, hallucinated_token, pair_labels

LONGEST_PAIR = 512
"""Tokens of one pair; models that read more were trained on pairs of this length."""
LONGEST_ANSWER = 4_096
"""Tokens of a question with its passages and the whole answer."""
AT_ONCE = 16
INSTALL = "pip install 'hallucination-dashboard[hf]'"


@dataclass(frozen=True, slots=True)
class Support:
    """What a model says of a claim beside a text; probabilities from 0 to 1.

    ``contradicted`` is None for a model that does not tell contradicted from absent.
    """

    supported: float
    contradicted: float | None = None


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """A token of an answer, in code points, and how likely it is hallucinated."""

    start: int
    end: int
    probability: float


class HfModel:
    """A model in a local folder or on the hub, loaded on first use."""

    def __init__(self, name: str, *, own_code: bool = False) -> None:
        """Name a model; with ``own_code`` Python files of its folder may be run."""
        self.name = name
        self._own_code = own_code
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None

    @property
    def reads_answers(self) -> bool:
        """Whether it marks tokens of whole answers, instead of judging pairs."""
        return self._ready().bad_token is not None

    @property
    def most_tokens(self) -> int:
        """Tokens that fit into one question to the model."""
        return self._ready().most

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens each text takes."""
        found = self._ready().tokenizer(list(texts), add_special_tokens=False)
        return [len(ids) for ids in found["input_ids"]]

    def support(self, pairs: Sequence[tuple[str, str]]) -> list[Support]:
        """Return what the model says of each pair of text and claim, in their order."""
        ready = self._ready()
        order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][0]))
        found: dict[int, Support] = {}
        with self._lock:
            for first in range(0, len(order), AT_ONCE):
                some = order[first : first + AT_ONCE]
                answers = ready.of_pairs([pairs[at] for at in some])
                found.update(zip(some, answers, strict=True))
        return [found[at] for at in range(len(pairs))]

    def tokens(self, prompt: str, answer: str) -> list[TokenSpan]:
        """Return the tokens of an answer to a prompt that holds the passages."""
        ready = self._ready()
        with self._lock:
            return ready.of_answer(prompt, answer)

    def _ready(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self.name, own_code=self._own_code)
            return self._loaded


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: Any
    network: Any
    device: str
    most: int
    labels: Labels | None = None
    bad_token: int | None = None

    def of_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Support]:
        import torch

        if hasattr(self.network, "predict"):  # HHEM brings its own prompt
            scores = self.network.predict([tuple(pair) for pair in pairs])
            return [Support(float(score)) for score in scores]
        with torch.inference_mode():
            logits = self.network(**self._encoded(pairs)).logits.float().cpu()
        assert self.labels is not None
        if logits.shape[1] == 1:
            return [Support(p) for p in logits.sigmoid()[:, 0].tolist()]
        rows = logits.softmax(dim=1).tolist()
        against = self.labels.contradicted
        return [
            Support(
                row[self.labels.supported], None if against is None else row[against]
            )
            for row in rows
        ]

    def of_answer(self, prompt: str, answer: str) -> list[TokenSpan]:
        import torch

        encoded = self.tokenizer(
            prompt,
            answer,
            truncation="only_first",
            max_length=self.most,
            return_offsets_mapping=True,
            return_tensors="pt",
        )
        offsets = encoded.pop("offset_mapping")[0].tolist()
        parts = encoded.sequence_ids(0)
        with torch.inference_mode():
            logits = self.network(**encoded.to(self.device)).logits[0].float().cpu()
        bad = logits.softmax(dim=1)[:, self.bad_token].tolist()
        return [
            TokenSpan(start, end, probability)
            for (start, end), part, probability in zip(offsets, parts, bad, strict=True)
            if part == 1 and end > start
        ]

    def _encoded(self, pairs: Sequence[tuple[str, str]]) -> Any:
        texts, claims = zip(*pairs, strict=True)
        return self.tokenizer(
            list(texts),
            list(claims),
            truncation="only_first",
            max_length=self.most,
            padding=True,
            return_tensors="pt",
        ).to(self.device)


def _load(name: str, *, own_code: bool) -> _Loaded:
    """Load a model.

    Raises:
        JudgeRefused: If it cannot be loaded, or is of no kind that can judge.
    """
    try:
        import torch
        import transformers
    except ImportError as error:
        raise JudgeRefused(
            f"The judge hf:{name} needs packages that are missing ({error.name})."
            f" Install them with: {INSTALL}"
        ) from error
    device = "cuda" if torch.cuda.is_available() else "cpu"
    trust = {"trust_remote_code": own_code}
    try:
        config = transformers.AutoConfig.from_pretrained(name, **trust)
        kind = _kind(config)
        network = kind.from_pretrained(name, config=config, **trust)
        tokenizer = _tokenizer(network, name, trust)
    except (OSError, ValueError, ImportError, KeyError, RuntimeError) as error:
        raise JudgeRefused(_why_not(name, error)) from error
    network.to(device).eval()
    names = {int(number): text for number, text in config.id2label.items()}
    if kind is transformers.AutoModelForTokenClassification:
        return _Loaded(
            tokenizer,
            network,
            device,
            _most(tokenizer, config, LONGEST_ANSWER),
            bad_token=_clear(name, names, hallucinated_token(names)),
        )
    own = hasattr(network, "predict")
    labels = Labels(0) if own else _clear(name, names, pair_labels(names))
    most = _most(tokenizer, config, LONGEST_PAIR)
    return _Loaded(tokenizer, network, device, most, labels=labels)


def _kind(config: Any) -> Any:
    import transformers

    for architecture in config.architectures or ():
        if architecture.endswith("ForTokenClassification"):
            return transformers.AutoModelForTokenClassification
        if architecture.endswith("ForSequenceClassification"):
            return transformers.AutoModelForSequenceClassification
    raise ValueError(
        "it is neither a sequence classifier (NLI, HHEM, MiniCheck) nor a token"
        f" classifier (LettuceDetect), but {config.architectures}"
    )


def _tokenizer(network: Any, name: str, trust: dict[str, bool]) -> Any:
    import transformers

    # HHEM's own code loads its tokenizer, under a misspelt name
    held = getattr(network, "tokenzier", None) or getattr(network, "tokenizer", None)
    return held or transformers.AutoTokenizer.from_pretrained(name, **trust)


def _most(tokenizer: Any, config: Any, most: int) -> int:
    positions = getattr(config, "max_position_embeddings", None) or most
    if getattr(config, "model_type", "") in ("roberta", "xlm-roberta", "camembert"):
        positions -= 2  # their positions are counted from the padding's
    return min(most, positions, tokenizer.model_max_length)


def _clear(name: str, names: dict[int, str], found: Any) -> Any:
    if found is None:
        raise JudgeRefused(
            f"The labels of {name} ({', '.join(names.values())}) do not say which of"
            " them means supported. Name them in id2label of its config.json:"
            " entailment, neutral, contradiction, say."
        )
    return found


def _why_not(name: str, error: Exception) -> str:
    said = " ".join(str(error).split())
    if "trust_remote_code" in said:
        return (
            f"{name} brings Python files of its own, which are not run unless asked."
            f" If you trust them, name the judge hf+code:{name}"
        )
    return (
        f"{name} cannot be loaded as a judge: {said[:300]}. Give the path of a folder"
        " with config.json, weights and tokenizer, or the name of a model on the hub."
    )
