"""A company's people: their accounts and roles, the log of what they changed, and support access."""
