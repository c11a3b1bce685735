"""The public site: pages, content, media."""
