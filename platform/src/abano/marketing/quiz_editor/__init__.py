"""Editing the quiz."""
