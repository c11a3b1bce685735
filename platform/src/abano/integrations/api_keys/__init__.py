"""Keys of the public API."""
