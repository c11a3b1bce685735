"""The quiz."""
