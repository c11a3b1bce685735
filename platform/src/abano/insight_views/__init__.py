"""Saved views of the quiz's figures, and links by which others read one of them."""
