"""Keeps samples, runs, claims, verdicts and reviews in a database."""
