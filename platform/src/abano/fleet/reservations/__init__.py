"""Reservations and blocks of vehicles."""
