"""What the service says of itself beyond what both services share: its Prometheus metrics."""
