"""Figures of the analytics service."""
