"""Pure figures: a counted frame in, a frame with rates out. Definitions: decisions 14 to 16."""
