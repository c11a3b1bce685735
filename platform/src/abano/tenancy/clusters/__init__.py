"""On which cluster a tenant is, and moving it to another."""
