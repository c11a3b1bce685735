"""Background tasks: their registry, the job queue and its clock. The worker wires and runs them."""
