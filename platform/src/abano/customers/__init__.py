"""Customers' rights: a copy of everything kept about a person, and its erasure (decision 23 of the product)."""
