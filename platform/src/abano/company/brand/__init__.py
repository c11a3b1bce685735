"""A company's brand."""
