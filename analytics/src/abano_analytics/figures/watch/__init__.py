"""What the last days say: falls against the weeks before, and silence."""
