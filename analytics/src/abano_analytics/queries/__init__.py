"""SQL of one's own over a company's tables: a copy of its rows, and a sandboxed process that reads it."""
