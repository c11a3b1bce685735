"""Reservations: which vehicle is taken from when to when, and for what."""
