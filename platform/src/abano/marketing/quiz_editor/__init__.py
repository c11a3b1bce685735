"""Editing the quiz, and its experiments."""
