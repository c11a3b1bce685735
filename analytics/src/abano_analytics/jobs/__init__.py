"""Background jobs: take in, compact."""
