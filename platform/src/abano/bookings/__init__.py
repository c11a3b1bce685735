"""Bookings, from the quote to the return, and customers."""
