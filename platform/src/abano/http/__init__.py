"""What every endpoint stands on: dependencies, errors, health, middleware and the limits of a request."""
