"""What every endpoint uses: dependencies, errors, limits, health."""
