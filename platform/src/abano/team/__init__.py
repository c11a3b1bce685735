"""A company's people: their accounts and roles, and the log of what they changed."""
