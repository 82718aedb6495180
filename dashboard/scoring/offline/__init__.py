"""The embedded judge: decides by rule, needs no key, no network and no download."""
