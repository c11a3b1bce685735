"""Editing the site's content."""
