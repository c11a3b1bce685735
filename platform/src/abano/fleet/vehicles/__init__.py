"""Vehicles of a company."""
