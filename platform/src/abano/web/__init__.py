"""What every endpoint stands on: dependencies, errors, limits, health."""
