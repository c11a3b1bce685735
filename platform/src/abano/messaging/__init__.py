"""Emails and notifications."""
