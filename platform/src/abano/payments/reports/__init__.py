"""Reports of money for the books: VAT of documents."""
