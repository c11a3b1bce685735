"""Demo companies."""
