"""Cars, prices and services: published versions, drafts and pricing."""
