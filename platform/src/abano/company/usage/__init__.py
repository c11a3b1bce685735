"""What a company uses of its plan: for its owners, and their warnings."""
