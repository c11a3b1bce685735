"""Reading Postgres: the change feed behind the oldest running transaction."""
