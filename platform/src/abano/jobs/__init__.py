"""Background work: the registry of tasks and when they are due. The worker wires and runs them."""
