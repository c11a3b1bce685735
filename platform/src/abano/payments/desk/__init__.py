"""Payments as staff take them."""
