"""Language models as judges, reached through LiteLLM."""
