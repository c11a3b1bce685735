"""Plans of companies: what each may use, and what it uses."""
