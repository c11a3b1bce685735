"""How a company writes the texts of its site: drafts, published versions, pages of its own, old addresses."""
