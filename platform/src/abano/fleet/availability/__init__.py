"""Which cars are available, and the fleet's calendar."""
