"""Writes a network down as an ONNX graph of eight-bit weights, node by node."""

# mypy: disable-error-code="import-not-found,no-any-return"
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from onnx import (
    ModelProto,
    NodeProto,
    TensorProto,
    ValueInfoProto,
    helper,
    numpy_helper,
)

from dashboard.scoring.offline.entailment.pairs import CLAIM, LABELS, PADDING, PREMISE
from dashboard.scoring.offline.training.network import Network
from dashboard.scoring.offline.training.packing import (
    BLOCK,
    packed_matrix,
    packed_rows,
)

OPSET = 17
FORMAT = 8
"""Versions of operators and of the file that runtimes have read for years."""
_CONTRIBUTED = "com.microsoft"
"""Where onnxruntime keeps operators of its own."""
_FAR = -1e4
"""Stands for minus infinity: still a number in every precision."""


class Graph:
    """Collects the nodes and the numbers of a graph."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.held: dict[str, np.ndarray] = {}

    def put(self, kind: str, *inputs: str, **options: Any) -> str:
        """Add a node of one output and return the output's name."""
        output = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **options))
        return output

    def keep(self, name: str, values: np.ndarray) -> str:
        """Add numbers and return their name."""
        self.held[name] = values
        return name

    def number(self, value: float) -> str:
        """Add one number and return its name."""
        return self.keep(f"number_{value}", np.array(value, dtype=np.float32))

    def places(self, *values: int) -> str:
        """Add whole numbers, such as a shape, and return their name."""
        name = "places_" + "_".join(str(value) for value in values)
        return self.keep(name, np.array(values, dtype=np.int64))

    def linear(self, tokens: str, name: str) -> str:
        """Add a matrix product with its bias; the weights are kept under ``name``."""
        weights = self.held.pop(f"{name}.weight")
        packed = packed_matrix(weights)
        product = self.put(
            "MatMulNBits",
            tokens,
            self.keep(f"{name}.weight", packed.values),
            self.keep(f"{name}.scales", packed.scales),
            domain=_CONTRIBUTED,
            N=weights.shape[0],
            K=weights.shape[1],
            bits=8,
            block_size=BLOCK,
            accuracy_level=4,  # products of int8, not of float32
        )
        return self.put("Add", product, f"{name}.bias")

    def rows(self, table: str, at: str) -> str:
        """Add the rows of a table that stand at some places."""
        packed = packed_rows(self.held.pop(table))
        values = self.put("Gather", self.keep(table, packed.values), at, axis=0)
        scales = self.keep(f"{table}.scales", packed.scales)
        scale = self.put("Gather", scales, at, axis=0)
        return self.put("Mul", _as_float(self, values), scale)

    def normed(self, tokens: str, name: str) -> str:
        """Add a normalisation over the last axis."""
        return self.put(
            "LayerNormalization",
            tokens,
            f"{name}.weight",
            f"{name}.bias",
            axis=-1,
            epsilon=1e-12,
        )

    def gelu(self, tokens: str) -> str:
        """Add the exact GELU in the form that runtimes know how to fuse."""
        inner = self.put("Erf", self.put("Div", tokens, self.number(math.sqrt(2))))
        grown = self.put("Mul", tokens, self.put("Add", inner, self.number(1)))
        return self.put("Mul", grown, self.number(0.5))


def network_graph(network: Network) -> ModelProto:
    """Return the network as a model: ``ids`` and ``parts`` in, ``logits`` out."""
    graph = Graph()
    for name, value in network.state_dict().items():
        graph.keep(name, value.detach().float().numpy())
    tokens = _embedded(graph)
    mask = _mask(graph)
    for at in range(network.shape.layers):
        tokens = _layer(
            graph, tokens, mask, at, network.shape.heads, network.shape.width
        )
    compared = graph.gelu(graph.linear(_comparison(graph, tokens), "compared"))
    graph.put("Identity", graph.linear(compared, "decided"))
    graph.nodes[-1].output[0] = "logits"
    return _model(graph)


def _embedded(graph: Graph) -> str:
    length = graph.put("Gather", graph.put("Shape", "ids"), graph.places(1), axis=0)
    row = graph.put("Slice", "places.weight", graph.places(0), length, graph.places(0))
    return graph.normed(
        graph.put("Add", graph.rows("words.weight", "ids"), row),
        "norm",
    )


def _mask(graph: Graph) -> str:
    """Return what is added to attention: nothing, or far below zero."""
    empty = graph.put("Equal", "parts", graph.places(PADDING))
    far = graph.put("Mul", _as_float(graph, empty), graph.number(_FAR))
    return graph.put("Unsqueeze", far, graph.places(1, 2))


def _layer(
    graph: Graph, tokens: str, mask: str, at: int, heads: int, width: int
) -> str:
    name, inner = f"layers.{at}", width // heads
    mixed = graph.linear(tokens, f"{name}.mixed")
    split = graph.put("Reshape", mixed, graph.places(0, 0, 3, heads, inner))
    parts = graph.put("Transpose", split, perm=[2, 0, 3, 1, 4])
    query, key, value = (
        graph.put("Gather", parts, graph.keep(f"at_{at}", np.array(at)), axis=0)
        for at in range(3)
    )
    scaled = graph.put("Mul", query, graph.number(1 / math.sqrt(inner)))
    turned = graph.put("Transpose", key, perm=[0, 1, 3, 2])
    seen = graph.put("Add", graph.put("MatMul", scaled, turned), mask)
    drawn = graph.put("MatMul", graph.put("Softmax", seen, axis=-1), value)
    back = graph.put("Transpose", drawn, perm=[0, 2, 1, 3])
    flat = graph.put("Reshape", back, graph.places(0, 0, width))
    attended = graph.linear(flat, f"{name}.attended")
    tokens = graph.normed(graph.put("Add", tokens, attended), f"{name}.attended_norm")
    grown = graph.gelu(graph.linear(tokens, f"{name}.inner"))
    outer = graph.linear(grown, f"{name}.outer")
    return graph.normed(graph.put("Add", tokens, outer), f"{name}.outer_norm")


def _comparison(graph: Graph, tokens: str) -> str:
    premise = _mean(graph, tokens, PREMISE)
    claim = _mean(graph, tokens, CLAIM)
    apart = graph.put("Abs", graph.put("Sub", premise, claim))
    product = graph.put("Mul", graph.put("Mul", premise, claim), graph.number(4))
    inside = graph.put("Equal", "parts", graph.places(CLAIM))
    column = graph.put("Unsqueeze", inside, graph.places(2))
    outside = graph.put("Where", column, tokens, graph.number(_FAR))
    strongest = graph.put("ReduceMax", outside, axes=[1], keepdims=0)
    return graph.put("Concat", premise, claim, apart, product, strongest, axis=1)


def _mean(graph: Graph, tokens: str, part: int) -> str:
    inside = _as_float(graph, graph.put("Equal", "parts", graph.places(part)))
    column = graph.put("Unsqueeze", inside, graph.places(2))
    weighed = graph.put("Mul", tokens, column)
    total = graph.put("ReduceSum", weighed, graph.places(1), keepdims=0)
    count = graph.put("ReduceSum", column, graph.places(1), keepdims=0)
    return graph.put("Div", total, graph.put("Max", count, graph.number(1)))


def _as_float(graph: Graph, truth: str) -> str:
    return graph.put("Cast", truth, to=TensorProto.FLOAT)


def _model(graph: Graph) -> ModelProto:
    held = [
        numpy_helper.from_array(values, name) for name, values in graph.held.items()
    ]
    whole = helper.make_graph(
        graph.nodes,
        "entailment",
        [
            _tensor(name, TensorProto.INT64, ("rows", "length"))
            for name in ("ids", "parts")
        ],
        [_tensor("logits", TensorProto.FLOAT, ("rows", len(LABELS)))],
        held,
    )
    return helper.make_model(
        whole,
        opset_imports=[
            helper.make_opsetid("", OPSET),
            helper.make_opsetid(_CONTRIBUTED, 1),
        ],
        ir_version=FORMAT,
        producer_name="hallucination-dashboard",
    )


def _tensor(name: str, kind: int, shape: Sequence[str | int]) -> ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)
