"""Languages of a company."""
