"""Quiz, traffic, affiliates, conversions and ad costs."""
