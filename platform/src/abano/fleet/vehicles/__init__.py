"""Vehicles with their documents, service and history."""
