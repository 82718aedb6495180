"""Real models of each kind, tiny and random: what is read, not how well it judges."""

import json
from pathlib import Path

import pytest

from dashboard.scoring import HallucinationScorer, Sample
from dashboard.scoring.errors import JudgeRefused
from dashboard.scoring.hf.judge import answer_prompt, verdict_of, verdict_on_span
from dashboard.scoring.hf.model import HfModel
from dashboard.scoring.hf.windows import windows

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] ada was born in 1815 1816 london . it rains"
SAMPLE = Sample(
    output="Ada was born in 1816. It rains in London.",
    context=["Ada was born in 1815.", "It rains."],
    input="When was Ada born?",
)


def save(folder: Path, kind: str, labels: list[str]) -> Path:
    """Save a tiny random model of a kind with these labels."""
    torch.manual_seed(3)
    config = transformers.BertConfig(
        vocab_size=len(WORDS.split()),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        id2label=dict(enumerate(labels)),
        label2id={label: at for at, label in enumerate(labels)},
    )
    getattr(transformers, f"BertFor{kind}")(config).save_pretrained(folder)
    vocabulary = {word: at for at, word in enumerate(WORDS.split())}
    tokenizer = transformers.BertTokenizerFast(vocab=vocabulary)
    tokenizer.save_pretrained(folder)
    return folder


def test_a_cross_encoder_of_three_labels_judges_each_claim(tmp_path: Path) -> None:
    names = ["contradiction", "entailment", "neutral"]
    folder = save(tmp_path, "SequenceClassification", names)
    pairs = [(text, "Ada was born in 1816") for text in SAMPLE.context]
    answers = HfModel(str(folder)).support(pairs)
    parts = windows(SAMPLE.context, most=40, count=HfModel(str(folder)).count)

    result = HallucinationScorer(judge=f"hf:{folder}").score(SAMPLE)

    first = result.claims[0]
    assert (result.status, result.judge) == ("scored", f"hf:{folder}")
    assert first.text == "Ada was born in 1816"
    assert first.verdict == verdict_of(first, parts, answers)


def test_probabilities_are_those_that_transformers_gives(tmp_path: Path) -> None:
    names = ["contradiction", "entailment", "neutral"]
    folder = save(tmp_path, "SequenceClassification", names)
    pairs = [("Ada was born in 1815.", "Ada was born."), ("It rains.", "London.")]
    network = transformers.AutoModelForSequenceClassification.from_pretrained(folder)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    with torch.inference_mode():
        expected = [
            network.eval()(**tokenizer(*pair, return_tensors="pt"))
            .logits.softmax(dim=1)[0]
            .tolist()
            for pair in pairs
        ]

    answers = HfModel(str(folder)).support(pairs)

    for answer, (against, supported, _) in zip(answers, expected, strict=True):
        assert answer.supported == pytest.approx(supported, abs=1e-5)
        assert answer.contradicted == pytest.approx(against, abs=1e-5)


def test_one_number_is_a_probability_of_support(tmp_path: Path) -> None:
    folder = save(tmp_path, "SequenceClassification", ["LABEL_0"])

    [answer] = HfModel(str(folder)).support([("It rains.", "It rains.")])

    assert 0 < answer.supported < 1
    assert answer.contradicted is None


def test_a_token_classifier_marks_the_output_where_its_words_stand(
    tmp_path: Path,
) -> None:
    folder = save(tmp_path, "TokenClassification", ["LABEL_0", "LABEL_1"])
    model = HfModel(str(folder))

    tokens = model.tokens("It rains.", "Ada was born in London.")
    result = HallucinationScorer(judge=f"hf:{folder}").score(SAMPLE)

    assert [(token.start, token.end) for token in tokens] == [
        (0, 3),
        (4, 7),
        (8, 12),
        (13, 15),
        (16, 22),
        (22, 23),
    ]
    assert result.context_seen < 1  # the model reads 64 tokens
    labels = [claim.verdict.label for claim in result.claims]
    assert labels == [
        verdict_on_span(
            claim,
            model.tokens(answer_prompt(SAMPLE.input, SAMPLE.context), SAMPLE.output),
        ).label
        for claim in result.claims
    ]


def test_labels_that_say_nothing_are_refused_with_what_to_do(tmp_path: Path) -> None:
    folder = save(tmp_path, "SequenceClassification", ["good", "bad"])

    result = HallucinationScorer(judge=f"hf:{folder}").score(SAMPLE)

    assert (result.status, result.share) == ("failed", None)
    assert result.error is not None
    assert "(good, bad) do not say which of them means supported" in result.error


def test_a_folder_without_a_model_is_refused_with_a_sentence(tmp_path: Path) -> None:
    result = HallucinationScorer(judge=f"hf:{tmp_path}").score(SAMPLE)

    assert result.status == "failed"
    assert result.error is not None
    assert result.error.startswith(f"{tmp_path} cannot be loaded as a judge:")


def test_code_that_a_model_brings_runs_only_when_asked(tmp_path: Path) -> None:
    names = ["hallucinated", "consistent"]
    folder = save(tmp_path, "SequenceClassification", names)
    ran = tmp_path / "ran"
    (folder / "own.py").write_text(
        "from pathlib import Path\n"
        "from transformers import BertConfig, BertForSequenceClassification\n"
        f"Path({str(ran)!r}).write_text('yes')\n"
        "class OwnConfig(BertConfig):\n"
        "    model_type = 'own'\n"
        "class OwnModel(BertForSequenceClassification):\n"
        "    config_class = OwnConfig\n"
        "    def predict(self, pairs):\n"
        "        return [0.25 for _ in pairs]\n"
    )
    config = json.loads((folder / "config.json").read_text())
    config["model_type"] = "own"
    config["auto_map"] = {
        "AutoConfig": "own.OwnConfig",
        "AutoModelForSequenceClassification": "own.OwnModel",
    }
    (folder / "config.json").write_text(json.dumps(config))

    with pytest.raises(JudgeRefused, match=r"name the judge hf\+code:"):
        HfModel(str(folder)).support([("It rains.", "It rains.")])
    assert not ran.exists()

    trusted = HfModel(str(folder), own_code=True)
    [answer] = trusted.support([("It rains.", "It rains.")])
    assert ran.exists()
    assert answer.supported == 0.25


OUR_CODE = """
import torch
from transformers import PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import SequenceClassifierOutput

from dashboard.scoring.offline.training.network import Network, Shape


class OwnConfig(PretrainedConfig):
    model_type = "entailment-of-pairs"

    def __init__(self, shape=None, **others):
        super().__init__(**others)
        self.shape = shape or {}


class OwnModel(PreTrainedModel):
    config_class = OwnConfig

    def __init__(self, config):
        super().__init__(config)
        self.network = Network(Shape(**config.shape))
        self.post_init()

    def forward(self, input_ids, token_type_ids, attention_mask):
        special = (input_ids == 2) | (input_ids == 3)
        parts = torch.where(special, 1, 2 + token_type_ids) * attention_mask
        return SequenceClassifierOutput(logits=self.network(input_ids, parts))
"""


def test_our_own_weights_in_this_form_judge_as_they_do_at_home(tmp_path: Path) -> None:
    from dashboard.scoring.offline.entailment.pairs import LABELS, as_pair
    from dashboard.scoring.offline.entailment.wordpiece import WordPiece
    from dashboard.scoring.offline.training.fitting import probabilities
    from dashboard.scoring.offline.training.network import Network, Shape

    torch.manual_seed(11)
    shape = {"layers": 2, "width": 16, "heads": 2, "inner": 16, "positions": 64}
    shape |= {"vocabulary": len(WORDS.split()), "hidden": 16}
    network = Network(Shape(**shape)).eval()
    folder = save(tmp_path, "SequenceClassification", list(LABELS))
    (folder / "own.py").write_text(OUR_CODE)
    config = json.loads((folder / "config.json").read_text())
    kept = {"id2label": config["id2label"], "label2id": config["label2id"]}
    kept |= {"architectures": ["OwnForSequenceClassification"], "shape": shape}
    kept["auto_map"] = {
        "AutoConfig": "own.OwnConfig",
        "AutoModelForSequenceClassification": "own.OwnModel",
    }
    kept |= {"model_type": "entailment-of-pairs", "max_position_embeddings": 64}
    (folder / "config.json").write_text(json.dumps(kept))
    named = {f"network.{name}": held for name, held in network.state_dict().items()}
    pytest.importorskip("safetensors.torch").save_file(
        named, folder / "model.safetensors", metadata={"format": "pt"}
    )
    texts = [("Ada was born in 1815.", "Ada was born in 1816."), ("It rains.", "Ada.")]
    tokenizer = WordPiece(WORDS.split())

    answers = HfModel(str(folder), own_code=True).support(texts)

    at_home = probabilities(network, [as_pair(tokenizer, *pair) for pair in texts])
    for answer, (supported, _, contradicted) in zip(answers, at_home, strict=True):
        assert answer.supported == pytest.approx(supported, abs=1e-5)
        assert answer.contradicted == pytest.approx(contradicted, abs=1e-5)
