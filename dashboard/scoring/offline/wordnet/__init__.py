"""Words and their relations, from WordNet (see LICENSE beside this file)."""
