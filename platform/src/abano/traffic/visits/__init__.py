"""Visits with their addresses, for owners and managers, and excluded addresses."""
