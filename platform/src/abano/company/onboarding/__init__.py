"""The checklist before a site opens."""
