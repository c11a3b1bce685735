"""Saved and shared views of figures."""
