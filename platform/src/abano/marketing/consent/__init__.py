"""Consent of visitors."""
