"""The price engine. Shown and stored prices are the same (decision 1 of the product)."""
