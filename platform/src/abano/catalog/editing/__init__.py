"""Drafts of the catalogue, import, export and publishing."""
