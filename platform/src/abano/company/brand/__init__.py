"""A company's brand: worked on as a draft, looked at, published, and taken back."""
