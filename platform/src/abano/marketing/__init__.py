"""Quiz, experiments, traffic, affiliates and conversions."""
