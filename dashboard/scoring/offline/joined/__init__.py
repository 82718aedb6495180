"""Joins what the rules find with what the entailment model says."""
