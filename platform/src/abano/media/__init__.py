"""Private pictures and documents: checked, stored under their digest, served to signed-in people only."""
