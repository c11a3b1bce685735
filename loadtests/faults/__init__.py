"""Faults caused on purpose under load, and afterwards the question whether anything that was acknowledged is gone."""
