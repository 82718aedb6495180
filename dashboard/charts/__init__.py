"""Statistics in, Plotly figures out; every number is visible or in the hover text.

dress.py    what all figures share
shares.py   how many runs have which share
labels.py   how many claims have which label
judging.py  judges beside each other and beside people
"""

from dashboard.charts.labels import HALLUCINATED, hallucinated_kinds, labels_by_judge
from dashboard.charts.shares import BAND_PATTERNS, bin_names, share_distribution

__all__ = [
    "BAND_PATTERNS",
    "HALLUCINATED",
    "bin_names",
    "hallucinated_kinds",
    "labels_by_judge",
    "share_distribution",
]
