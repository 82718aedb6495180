"""Runs the small entailment model that is shipped with the embedded judge."""
