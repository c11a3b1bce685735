"""Bookings in the console."""
