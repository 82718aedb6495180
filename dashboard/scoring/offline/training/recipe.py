"""What is trained on what: every number that a training run depends on."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.scoring.offline.training.rows import Caps


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a run.

    Attributes:
        seed: Decides every draw and every order.
        minutes: Training time, over which the learning rate falls to 0; checking and
            saving not counted.
        visits: Pairs to see, instead of a time; the same run then comes out the same.
        batch: Pairs a step.
        rate: Highest learning rate.
        warm_share: Share of the run over which the rate rises.
        frozen: Lowest layers that are kept as they are, as the embeddings are.
        two_way: Weight of the loss of pairs of which only two ways are known.
        half: Whether products are made in bfloat16, twice as fast where there is
            hardware for it.
        threads: Threads of torch.
        check_minutes: Minutes between two looks at the held-out pairs.
        save_minutes: Minutes between two checkpoints.
        held_out: Held-out pairs looked at.
        bystander_share: Share of plain rows that get a sentence more.
        joined: Rows made of two rows, at most.
        documents: Rows made of passages, at most.
    """

    seed: int = 20251130
    minutes: float = 120.0
    visits: int | None = None
    batch: int = 32
    rate: float = 1e-4
    warm_share: float = 0.03
    frozen: int = 2
    two_way: float = 0.8
    half: bool = False
    threads: int = 2
    check_minutes: float = 8.0
    save_minutes: float = 4.0
    held_out: int = 1000
    bystander_share: float = 0.25
    joined: int = 14_000
    documents: int = 18_000


CAPS = Caps(
    sources={
        "fever": 20_000,
        "fever_neutral": 4_000,
        "semiauto_wiki": 12_000,
        "infotabs": 9_000,
        "cad_snli": 4_000,
        "snli": 4_500,
        "wikisplit": 4_000,
        "conjnli": 2_500,
        "breaking_nli": 900,
        "med": 1_500,
        "help": 500,
        "hans": 900,
        "crowd_qa": 1_800,
        "halueval_qa": 3_600,
        "joined": 14_000,
        "document": 18_000,
    },
    kind=900,
    kinds={
        "c_neg": 500,
        "c_neg:claim": 500,
        "n_absent": 700,
        "n_add": 1_500,
        "e_drop": 1_800,
        "j_entailment": 6_000,
        "j_contradiction": 4_500,
        "j_neutral": 2_500,
        "d_copy": 1_500,
        "d_short": 3_500,
        "d_both": 4_000,
        "d_other_name": 4_000,
        "d_other_number": 2_000,
        "d_tail": 2_500,
        "d_alien": 1_200,
    },
)
