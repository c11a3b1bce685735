"""What campaigns cost, as uploaded or typed, and what they brought for it."""
