"""Promo codes in the console."""
