"""Commissions and payouts."""
