"""Experiments with the quiz."""
