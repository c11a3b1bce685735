"""What must hold for the schema after any migration: where functions look for names, and who may make things."""

from importlib.resources import files

from sqlalchemy import Connection, text

PROTECT = (files("abano.database") / "schema_protection.sql").read_text(encoding="utf-8")


def protect_schema(connection: Connection) -> None:
    """Pin every function's search path, and take from the runtime roles what only the owner may. Safe to repeat."""
    connection.execute(text(PROTECT))
