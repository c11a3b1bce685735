"""A company's exchange rates, for prices as visitors see them."""
