"""Costs and profit of vehicles."""
