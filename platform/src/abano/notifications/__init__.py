"""Outgoing messages: a transactional outbox, then delivery with retries."""
