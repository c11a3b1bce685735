"""Bookings as staff work on them, and what customers did with them."""
