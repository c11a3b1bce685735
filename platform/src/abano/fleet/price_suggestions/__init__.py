"""Suggested prices by occupancy: rules of the owner, what they suggest, and what they would have earned."""
