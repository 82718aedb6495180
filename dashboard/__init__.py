"""Hallucination dashboard: check what language models say against their context."""

__version__ = "0.1.0"
