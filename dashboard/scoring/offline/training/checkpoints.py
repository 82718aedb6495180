"""Keeps where a run stands, so that a stopped run goes on instead of beginning anew."""

# mypy: disable-error-code="import-not-found"
from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path

import torch

from dashboard.scoring.offline.training.network import Network
from dashboard.scoring.offline.training.progress import Checked, Progress


def save_checkpoint(
    path: Path,
    network: Network,
    optimizer: torch.optim.Optimizer,
    progress: Progress,
) -> None:
    """Put a checkpoint in the place of the one before; a stop leaves one of the two."""
    fresh = path.with_suffix(".new")
    held = {
        "network": network.state_dict(),
        "optimizer": optimizer.state_dict(),
        "progress": asdict(progress),
    }
    torch.save(held, fresh)
    os.replace(fresh, path)


def load_checkpoint(
    path: Path, network: Network, optimizer: torch.optim.Optimizer
) -> Progress:
    """Set network and optimizer back to a checkpoint and return where it stood."""
    held = torch.load(path, weights_only=True)
    network.load_state_dict(held["network"])
    optimizer.load_state_dict(held["optimizer"])
    stood = held["progress"]
    checks = [Checked(**check) for check in stood.pop("checks")]
    return Progress(**stood, checks=checks)
