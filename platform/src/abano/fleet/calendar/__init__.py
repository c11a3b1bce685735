"""The calendar of vehicles."""
