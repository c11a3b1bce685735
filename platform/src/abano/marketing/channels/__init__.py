"""Channels: brokers and price feeds that bring bookings for a commission."""
