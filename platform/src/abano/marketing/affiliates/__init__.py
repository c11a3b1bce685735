"""Affiliates: their accounts and their promo codes."""
