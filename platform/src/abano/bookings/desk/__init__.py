"""Bookings as staff work on them."""
