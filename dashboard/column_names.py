"""The names that people give to the columns of their outputs, contexts and labels.

They are those of RAGTruth, HaluEval, HaluBench, FaithBench, and of the exports of
Ragas, DeepEval, promptfoo, TruLens and Phoenix, besides the plain ones, the surest
first.
"""

from __future__ import annotations

import re

OUTPUT = (
    "output",
    "answer",
    "response",
    "prediction",
    "completion",
    "hallucinated_answer",
    "hallucinated_response",
    "hallucinated_summary",
    "model_output",
    "generated_text",
    "actual_output",
    "chatgpt_response",
    "attributes_output_value",
    "attributes_llm_output_messages",
    "generation",
    "summary",
    "claim",
    "reply",
)
CONTEXT = (
    "context",
    "contexts",
    "retrieved_contexts",
    "retrieval_context",
    "attributes_retrieval_documents",
    "retrieved_documents",
    "retrieved_docs",
    "source_documents",
    "source_info",
    "documents",
    "docs",
    "passages",
    "passage",
    "chunks",
    "knowledge",
)
WEAK_CONTEXT = ("source", "document", "article", "reference", "evidence", "text")
"""Names that hold the context in some files, and a link or a gold answer in others."""
INPUT = (
    "input",
    "question",
    "query",
    "prompt",
    "user_input",
    "user_query",
    "user_question",
    "dialogue_history",
    "attributes_input_value",
    "attributes_llm_input_messages",
    "instruction",
)
LABEL = (
    "label",
    "labels",
    "hallucination",
    "is_hallucination",
    "hallucinated",
    "is_hallucinated",
    "has_hallucination",
    "hallucination_label",
    "hallucination_labels_processed",
    "hallucination_labels",
    "annotations",
    "ground_truth_label",
    "human_label",
    "faithful",
    "is_faithful",
)
OUTPUT_WORDS = frozenset(
    ("output", "answer", "response", "completion", "prediction", "reply")
)
CONTEXT_WORDS = frozenset(
    [
        *("context", "contexts", "passage", "passages", "document", "documents"),
        *("knowledge", "reference", "source", "evidence", "article"),
    ]
)
GOLD = frozenset(
    [
        *("expected", "reference", "gold", "golden", "ground", "truth", "ideal"),
        *("target", "right", "correct"),
    ]
)
"""Words of an output that nobody gave, but should have."""
NOT_SAID = frozenset(
    [
        *("id", "ids", "url", "link", "name", "tokens", "token", "time", "ms", "score"),
        *("length", "count", "label", "type", "format", "precision", "recall"),
    ]
)
"""Words that make a column something about a text."""
PROVIDER = re.compile(r"\[[^\]]+:[^\]]*\]")
"""How promptfoo heads the column of a provider's outputs."""


def plain_name(name: str) -> str:
    """Return a name in small letters, its words joined by underscores."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip()[:200])
    return re.sub(r"[^a-z0-9]+", "_", snake.casefold()).strip("_")
