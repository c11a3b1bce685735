"""Costs of campaigns."""
