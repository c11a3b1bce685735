"""Changing the catalogue: drafts, publishing, history, import and export."""
