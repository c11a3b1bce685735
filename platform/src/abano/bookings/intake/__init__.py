"""Intake of bookings from the public site."""
