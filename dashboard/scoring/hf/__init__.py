"""Judges out of local folders or from the hub of Hugging Face, run on this machine.

windows.py  cuts a context into stretches that a model can read at once
labels.py   what a model's labels mean
model.py    loads a model and asks it; the one file that knows transformers
judge.py    the judge: claims and windows in, verdicts out
"""
