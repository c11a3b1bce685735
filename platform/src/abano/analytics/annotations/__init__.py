"""Annotations of charts."""
