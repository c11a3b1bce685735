"""A visitor's refusal: what an earlier consent stored is taken back (decision 31 of the product)."""
