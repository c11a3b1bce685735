"""Running the product: local stack, backup, demo data."""
