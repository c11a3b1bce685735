"""Promo codes of affiliates: checked for visitors, made and retired by admins."""
