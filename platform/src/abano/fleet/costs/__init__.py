"""Costs of vehicles."""
