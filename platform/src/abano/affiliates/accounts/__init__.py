"""Accounts of affiliates: registration, sign-in, payout address, dashboard."""
