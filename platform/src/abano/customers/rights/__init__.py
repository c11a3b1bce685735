"""Data subject rights of customers: export and erasure (decision 23 of the product)."""
