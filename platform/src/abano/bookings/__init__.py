"""Bookings: taking them, keeping their history, cancelling what nobody confirmed."""
