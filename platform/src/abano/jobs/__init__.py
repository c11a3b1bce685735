"""Background tasks: registry and schedule. The worker wires and runs them."""
