"""The journal: what was paid, refunded and held, in entries that add up in the database."""
