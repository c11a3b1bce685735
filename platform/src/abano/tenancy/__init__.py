"""Rental companies as tenants: their directory, plans and clusters."""
