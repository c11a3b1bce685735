"""Vehicles: reservations, availability, costs, calendars and price suggestions."""
