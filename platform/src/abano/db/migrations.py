"""Applying the schema's migrations and telling whether they are current."""

from pathlib import Path

import psycopg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError

from abano.db.migration_errors import MigrationFailed

# platform/alembic.ini, beside src/; images keep the same layout.
ALEMBIC_INI = Path(__file__).parents[3] / "alembic.ini"


def upgrade(database_url: str, revision: str = "head") -> None:
    """Bring the schema up to ``revision``. ``database_url`` is the owner's. Safe to run twice or at once.

    Each migration is one transaction. Raises MigrationFailed, RolesMissing, and psycopg's OperationalError when the
    database cannot be reached.
    """
    config = Config(str(ALEMBIC_INI))
    config.attributes["url"] = database_url
    try:
        command.upgrade(config, revision)
    except DBAPIError as error:
        applied = applied_revision(database_url)
        reason = str(error.orig).strip().partition("\n")[0]
        raise MigrationFailed(
            f"The migration after {applied or 'none'} failed and was undone; the schema stays at"
            f" {applied or 'nothing'}: {reason}. Mend that and run `abano migrate` again: it goes on from there."
        ) from error


def expected_revision() -> str:
    """The newest revision this code knows."""
    head = ScriptDirectory.from_config(Config(str(ALEMBIC_INI))).get_current_head()
    if head is None:
        raise RuntimeError(f"No migrations beside {ALEMBIC_INI}.")
    return head


def applied_revision(database_url: str) -> str | None:
    """The revision the database is at, or None before the first migration."""
    with psycopg.connect(database_url, connect_timeout=3) as conn:
        try:
            row = conn.execute("select version_num from alembic_version").fetchone()
        except psycopg.errors.UndefinedTable:
            return None
    return row[0] if row else None
