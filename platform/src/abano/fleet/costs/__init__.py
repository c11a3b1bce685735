"""What vehicles cost, and what is left of what they earn."""
