"""The warehouse: one DuckDB file, one writer, versioned schema, queries that count."""
