"""Everything that leaves the house: an outbox row in the transaction of its cause, then delivery with retries."""
