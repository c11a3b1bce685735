"""PDF files in every language of the product, in one typeface and one style."""
