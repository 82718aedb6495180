"""Fits a network to pairs within a time, and survives being stopped."""

# mypy: disable-error-code="import-not-found,no-any-return,no-untyped-call"
from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from dashboard.scoring.offline.entailment.pairs import (
    HALLUCINATED,
    LABELS,
    Pair,
    by_length,
)
from dashboard.scoring.offline.training.batches import Batch, batches, filled
from dashboard.scoring.offline.training.checkpoints import (
    load_checkpoint,
    save_checkpoint,
)
from dashboard.scoring.offline.training.network import Network
from dashboard.scoring.offline.training.progress import Checked, Progress
from dashboard.scoring.offline.training.recipe import Recipe

_LOG = logging.getLogger(__name__)
GRADIENT_MOST = 1.0
DECAY = 0.01


class Fitting:
    """One run: a network, what it learns from and how far it has come.

    Attributes:
        network: Changed in place.
        progress: Where the run stands.
    """

    def __init__(
        self,
        network: Network,
        recipe: Recipe,
        *,
        checkpoint: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin a run, or go on with the one that left the checkpoint."""
        torch.set_num_threads(recipe.threads)
        network.freeze(recipe.frozen)
        self.network = network
        self.progress = Progress()
        self._recipe = recipe
        self._checkpoint = checkpoint
        self._clock = clock
        self._losses: list[float] = []
        self._learned = [part for part in network.parameters() if part.requires_grad]
        self._optimizer = torch.optim.AdamW(
            self._learned, lr=recipe.rate, weight_decay=DECAY
        )
        if checkpoint is not None and checkpoint.exists():
            self.progress = load_checkpoint(checkpoint, network, self._optimizer)
            _LOG.info("went on after %d pairs", self.progress.visits)

    def run(self, pairs: Sequence[Pair], held_out: Sequence[Pair]) -> Progress:
        """Train until time or visits are over and return how it went."""
        if self._done() >= 1:
            return self.progress
        checked = saved = self.progress.seconds
        for batch in self._batches(pairs):
            seconds = self.progress.seconds
            if seconds - checked >= 60 * self._recipe.check_minutes:
                checked = seconds
                self._look(held_out)
            if seconds - saved >= 60 * self._recipe.save_minutes:
                saved = seconds
                self._save()
            self._learn(batch)
        self._look(held_out)
        self._save()
        return self.progress

    def _batches(self, pairs: Sequence[Pair]) -> Iterator[Batch]:
        """Yield batches from where the run stands until it is over."""
        recipe, progress = self._recipe, self.progress
        while True:
            whole = batches(
                pairs, size=recipe.batch, seed=recipe.seed + progress.passed
            )
            for batch in islice(whole, progress.at, None):
                if self._done() >= 1:
                    return
                yield batch
            progress.passed += 1
            progress.at = 0

    def _learn(self, batch: Batch) -> None:
        recipe, progress = self._recipe, self.progress
        started = self._clock()
        rate = recipe.rate * rate_share(self._done(), recipe.warm_share)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        logits = batch_logits(self.network, batch, half=recipe.half)
        loss = loss_of(logits, batch.targets, recipe.two_way)
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._learned, GRADIENT_MOST)
        self._optimizer.step()
        self._losses.append(float(loss.detach()))
        progress.visits += len(batch.targets)
        progress.at += 1
        progress.seconds += self._clock() - started

    def _done(self) -> float:
        """Return how much of the run is over, 0 to 1 and a little beyond."""
        if self._recipe.visits is not None:
            return self.progress.visits / self._recipe.visits
        return self.progress.seconds / (60 * self._recipe.minutes)

    def _look(self, held_out: Sequence[Pair]) -> None:
        found = probabilities(self.network, held_out, half=self._recipe.half)
        three_way, two_way = accuracy(found, held_out)
        loss = sum(self._losses) / max(len(self._losses), 1)
        self._losses.clear()
        self.progress.checks.append(
            Checked(self.progress.visits, three_way, two_way, loss)
        )
        _LOG.info(
            "%.1f min, %d pairs: loss %.3f, held out %.3f three-way, %.3f two-way",
            self.progress.seconds / 60,
            self.progress.visits,
            loss,
            three_way,
            two_way,
        )

    def _save(self) -> None:
        if self._checkpoint is not None:
            save_checkpoint(
                self._checkpoint, self.network, self._optimizer, self.progress
            )


def rate_share(done: float, warm_share: float) -> float:
    """Return the share of the highest rate: up while warming, then down to 0."""
    if done < warm_share:
        return max(done / warm_share, 0.01)
    return max(0.0, (1 - done) / (1 - warm_share))


def probabilities(
    network: Network, pairs: Sequence[Pair], *, size: int = 32, half: bool = False
) -> list[list[float]]:
    """Return each pair's probabilities in the order of ``LABELS``."""
    found: list[list[float]] = [[] for _ in pairs]
    with torch.no_grad():
        for chosen in by_length(pairs, size):
            batch = filled([pairs[at] for at in chosen])
            logits = batch_logits(network, batch, half=half)
            for at, row in zip(chosen, logits.softmax(dim=1).tolist(), strict=True):
                found[at] = row
    return found


def batch_logits(network: Network, batch: Batch, *, half: bool = False) -> Tensor:
    """Return a batch's logits in single precision, made in bfloat16 if ``half``."""
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=half):
        return network(batch.ids, batch.parts).float()


def loss_of(logits: Tensor, targets: Tensor, two_way: float) -> Tensor:
    """Return the mean loss; a pair of two known ways counts ``two_way``."""
    scores = logits.log_softmax(dim=1)
    vague = targets == HALLUCINATED
    exact = functional.nll_loss(scores, targets.masked_fill(vague, 0), reduction="none")
    either = -two_way * scores[:, 1:].logsumexp(dim=1)
    return torch.where(vague, either, exact).mean()


def accuracy(
    found: Sequence[Sequence[float]], pairs: Sequence[Pair]
) -> tuple[float, float]:
    """Return the three-way and the two-way share of right pairs, 0 to 1."""
    both = list(zip(found, pairs, strict=True))
    exact = [
        row.index(max(row)) == pair.target
        for row, pair in both
        if pair.target < len(LABELS)
    ]
    either = [(row[0] >= 0.5) == (pair.target == 0) for row, pair in both]
    return sum(exact) / max(len(exact), 1), sum(either) / max(len(either), 1)
