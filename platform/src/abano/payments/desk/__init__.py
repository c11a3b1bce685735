"""Payments and deposits at the desk, and what is owed."""
