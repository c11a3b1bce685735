"""The calendar of vehicles by day."""
