"""The published catalogue."""
