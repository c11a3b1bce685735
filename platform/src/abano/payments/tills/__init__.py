"""Tills: the cash of each person, opened, counted and closed."""
