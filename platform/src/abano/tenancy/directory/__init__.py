"""The tenant of a request, its secrets, brand and traffic settings."""
