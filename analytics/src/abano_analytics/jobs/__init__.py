"""Background jobs: take in, compact, reconcile."""
