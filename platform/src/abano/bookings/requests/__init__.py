"""What customers did with their bookings, for staff to see."""
