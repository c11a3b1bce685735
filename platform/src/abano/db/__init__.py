"""The database: engine, unit of work, driver errors, roles, migrations and functions."""
