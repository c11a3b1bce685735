"""Profit of vehicles: revenue of the reports, less the costs of the fleet."""
