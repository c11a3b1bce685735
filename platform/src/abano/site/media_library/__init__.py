"""The media library."""
