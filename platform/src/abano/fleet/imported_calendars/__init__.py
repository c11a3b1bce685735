"""Calendars of other services that block a vehicle."""
