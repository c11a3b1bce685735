"""Customers: who booked, what the team knows of them, who is the same person."""
