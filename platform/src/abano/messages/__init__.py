"""Messages to customers about their bookings: texts, settings, when they are due and what became of them."""
