"""Pure figures: a counted frame in, a frame with rates out. Definitions: docs/architecture/figures.md."""
