"""Bookings that the desk takes and changes, with a fresh quote beside the agreed price."""
