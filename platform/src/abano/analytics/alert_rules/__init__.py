"""Alerts of one's own: rules over figures of finished days, and what they noticed."""
