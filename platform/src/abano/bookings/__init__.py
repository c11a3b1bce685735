"""Bookings: intake, status history, cancellation of unconfirmed ones."""
