"""Notes at days of the quiz's figures, and versions published on them."""
