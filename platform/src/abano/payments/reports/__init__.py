"""Reports of money for the books: VAT, payments by method, what customers owe."""
