"""From an empty company to an open site: what is still to do, and the opening."""
