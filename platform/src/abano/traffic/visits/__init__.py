"""Visits with their addresses, for those who may see them, and the addresses that leave no trace."""
