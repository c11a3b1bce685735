"""SQL of one's own over the company's tables, and saved queries."""
