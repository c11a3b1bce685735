"""Versions of the quiz asked side by side at chosen shares, until a rule stated beforehand decides between them."""
