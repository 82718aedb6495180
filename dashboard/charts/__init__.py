"""Statistics in, Plotly figures out; every number is visible or in the hover text.

A mark's custom data begins with its number, by which a click on it is understood.

dress.py    what all figures share
shares.py   how many runs have which share
labels.py   bands, labels and kinds by group
trends.py   over time, and with the length of texts
judging.py  judges beside each other and beside people
"""
