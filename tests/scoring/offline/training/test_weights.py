# mypy: disable-error-code="import-not-found"
import pytest

WHY = "needs the extra: pip install 'hallucination-dashboard[train]'"
for module in ("torch", "safetensors"):
    pytest.importorskip(module, reason=f"{module} {WHY}")

import torch  # noqa: E402

from dashboard.scoring.offline.training.network import Network, Shape  # noqa: E402
from dashboard.scoring.offline.training.weights import encoder_weights  # noqa: E402

WIDTH, INNER, HEADS = 16, 32, 4
SHAPE = Shape(
    layers=1, width=WIDTH, heads=HEADS, inner=INNER, vocabulary=9, positions=12
)
NAMES = {
    "attention.output.dense": "self_attn.out_proj",
    "attention.output.LayerNorm": "norm1",
    "intermediate.dense": "linear1",
    "output.dense": "linear2",
    "output.LayerNorm": "norm2",
}


def bert_tensors(layer: torch.nn.Module) -> dict[str, torch.Tensor]:
    weights = layer.state_dict()
    held = {
        "embeddings.word_embeddings.weight": torch.randn(9, WIDTH),
        "embeddings.position_embeddings.weight": torch.randn(12, WIDTH),
        "embeddings.token_type_embeddings.weight": torch.randn(2, WIDTH),
        "embeddings.LayerNorm.weight": torch.ones(WIDTH),
        "embeddings.LayerNorm.bias": torch.zeros(WIDTH),
    }
    for kind in ("weight", "bias"):
        mixed = weights[f"self_attn.in_proj_{kind}"].chunk(3)
        for name, values in zip(("query", "key", "value"), mixed, strict=True):
            held[f"encoder.layer.0.attention.self.{name}.{kind}"] = values
        for theirs, ours in NAMES.items():
            held[f"encoder.layer.0.{theirs}.{kind}"] = weights[f"{ours}.{kind}"]
    return held


def test_bert_tensors_make_the_layer_that_torch_itself_makes_of_them() -> None:
    torch.manual_seed(3)
    reference = torch.nn.TransformerEncoderLayer(
        WIDTH,
        HEADS,
        INNER,
        dropout=0.0,
        activation="gelu",
        layer_norm_eps=1e-12,
        batch_first=True,
    )
    held = bert_tensors(reference)
    network = Network(SHAPE)
    network.load_state_dict(encoder_weights(held, layers=1), strict=False)
    tokens = torch.randn(2, 5, WIDTH)
    padded = torch.tensor([[False] * 5, [False, False, False, True, True]])

    with torch.no_grad():
        ours = network.layers[0](tokens, ~padded[:, None, None, :])
        theirs = reference(tokens, src_key_padding_mask=padded)

    assert float((ours - theirs)[~padded].abs().max()) < 1e-5


def test_all_tokens_are_of_berts_first_type() -> None:
    torch.manual_seed(3)
    held = bert_tensors(torch.nn.TransformerEncoderLayer(WIDTH, HEADS, INNER))

    ours = encoder_weights(held, layers=1)

    places = held["embeddings.position_embeddings.weight"]
    first_type = held["embeddings.token_type_embeddings.weight"][0]
    assert torch.equal(ours["places.weight"], places + first_type)


def test_padding_changes_no_logit() -> None:
    torch.manual_seed(3)
    network = Network(SHAPE)
    ids = torch.tensor([[1, 2, 3, 1, 4, 1]])
    parts = torch.tensor([[1, 2, 2, 1, 3, 1]])

    alone = network(ids, parts)
    beside = network(
        torch.nn.functional.pad(ids, (0, 4)), torch.nn.functional.pad(parts, (0, 4))
    )

    assert float((alone - beside).detach().abs().max()) < 1e-5
