"""Which cars are available."""
