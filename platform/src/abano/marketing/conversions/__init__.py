"""Conversions sent to ad networks."""
