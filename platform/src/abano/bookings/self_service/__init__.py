"""Customers manage their booking."""
