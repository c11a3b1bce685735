"""Emails to customers, their texts and settings."""
