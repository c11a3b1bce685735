"""Webhooks: a company's endpoints, the events that are sent to them, and what became of each delivery."""
