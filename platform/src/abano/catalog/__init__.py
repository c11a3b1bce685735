"""Cars, prices and services: published versions, drafts, pricing and exchange rates."""
