"""Promo codes: validation for visitors, management in the console."""
