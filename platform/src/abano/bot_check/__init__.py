"""Asking an outside service whether a visitor looks like a person. It never stands in a visitor's way."""
