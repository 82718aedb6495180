"""The rules of judgement, one story each; ``verdicts.py`` says in which order."""
