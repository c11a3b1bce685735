"""Visitors and staff of several companies against a running product, and afterwards every row compared."""
