"""Quotes and bookings from the public site."""
