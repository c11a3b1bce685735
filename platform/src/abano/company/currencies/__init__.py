"""Currencies and exchange rates."""
