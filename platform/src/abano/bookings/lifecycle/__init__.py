"""The state of a booking, and what each other domain of bookings needs of it."""
