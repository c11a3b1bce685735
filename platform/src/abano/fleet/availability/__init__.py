"""Availability of cars for visitors, and their holds."""
