"""Prices of a rental."""
