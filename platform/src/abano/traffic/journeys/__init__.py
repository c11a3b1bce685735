"""Visits to the public site, step by step from the landing to the booking."""
