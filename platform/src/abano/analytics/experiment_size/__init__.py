"""How long an experiment takes, from past figures."""
