"""What the service says of itself: logs, Prometheus metrics, traces and error reports."""
