"""Taking a booking from the public site."""
