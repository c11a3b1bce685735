"""Reviews by guests: what visitors read of them, moderation, import, and the form that customers are invited to."""
