"""Trains the small entailment model of the embedded judge; never needed to score."""
