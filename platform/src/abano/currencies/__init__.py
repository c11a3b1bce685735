"""Prices as visitors see them: a company's exchange rates, and rounding. What is charged knows nothing of it."""
