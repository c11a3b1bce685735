"""Fines, tolls and parking charges of vehicles: matched to rentals, charged to customers or kept as costs."""
