"""What the company's team sees of bookings, and does with them."""
