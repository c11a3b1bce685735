"""Rental agreements that customers sign online before the pickup, by a link."""
