"""Figures and reports of the analytics service."""
