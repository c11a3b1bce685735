"""The local stack: processes and embedded Postgres."""
