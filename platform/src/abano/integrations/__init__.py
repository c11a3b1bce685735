"""Other programs of a company: keys for its API, and webhooks."""
