"""The outbox: what leaves the system, its layout and delivery."""
