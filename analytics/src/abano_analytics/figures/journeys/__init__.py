"""Visits to the site, step by step from the landing to the booking."""
