"""The journal of payments."""
