"""Management of promo codes in the console."""
