"""Tills and their counts."""
