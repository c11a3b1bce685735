"""Experiments: visitors are drawn to versions of the quiz, or to orders of the booking form, until one is better."""
