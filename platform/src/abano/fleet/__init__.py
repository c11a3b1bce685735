"""Vehicles: reservations, availability, calendar and handover."""
