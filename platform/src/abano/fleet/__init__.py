"""The fleet: vehicles, what they are taken for, and what visitors are told of it."""
