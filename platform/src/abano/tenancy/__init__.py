"""Rental companies as tenants: their directory, domains and clusters."""
