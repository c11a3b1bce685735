"""Accounts of affiliates."""
