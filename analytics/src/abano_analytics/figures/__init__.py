"""Figures of one tenant: what is asked for, how it is counted, what is remembered and refreshed."""
