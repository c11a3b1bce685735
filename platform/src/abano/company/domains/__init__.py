"""Domains of a tenant."""
