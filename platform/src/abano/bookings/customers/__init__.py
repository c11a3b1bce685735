"""Customers and their rights over their data."""
