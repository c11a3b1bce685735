"""Apply migrations, and what those that add tenant tables need: forced row-level security, grants, functions.

Identifiers come from the migrations' own constants, never from input.
"""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import psycopg
from alembic import command, op
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError

from abano.core.errors import MigrationFailed
from abano.db import roles

APP_ROLE, REPORTING_ROLE, OPERATOR_ROLE = roles.RUNTIME_ROLES
FUNCTIONS = files("abano.db") / "functions"
FIRST_VERSIONS = [
    entry.name.removesuffix(".sql") for entry in FUNCTIONS.iterdir() if entry.name.count(".") == 1
]
CURRENT_TENANT = "nullif(current_setting('abano.tenant_id', true), '')::uuid"


def allow_long_statements(limit: str) -> None:
    """Let the statements of this migration take up to ``limit`` ('10min') each: those that read or rewrite every row.

    Without it a statement is cancelled after ``STATEMENT_TIMEOUT`` (``migrations/env.py``), its migration with it.
    """
    op.execute(f"set local statement_timeout = '{limit}'")


def admit_runtime_roles() -> None:
    """Let the roles that serve, which ``ensure_runtime_roles`` made, into the schema."""
    for role in roles.RUNTIME_ROLES:
        op.execute(f"grant usage on schema public to {role}")
    # Readiness compares the applied migration with the one the code expects.
    op.execute(f"grant select on alembic_version to {', '.join(roles.RUNTIME_ROLES)}")


def create_functions(*names: str) -> None:
    """Create or replace the functions of ``database/functions/NAME.sql``; without names, those of all files.

    A file is never changed after a release: its next version is its own file, ``NAME.v2.sql``, which a later
    migration names.
    """
    for name in names or sorted(FIRST_VERSIONS):
        op.execute((FUNCTIONS / f"{name}.sql").read_text(encoding="utf-8"))


def protect_tenant_table(table: str, rights: str = "select, insert, update, delete") -> None:
    """Force row-level security on ``table`` and let the application role work inside one tenant.

    No tenant set means no rows.
    """
    op.execute(f"alter table {table} enable row level security")
    op.execute(f"alter table {table} force row level security")
    op.execute(
        f"create policy tenant_isolation on {table} to {APP_ROLE}"
        f" using (tenant_id = {CURRENT_TENANT}) with check (tenant_id = {CURRENT_TENANT})"
    )
    op.execute(f"grant {rights} on {table} to {APP_ROLE}")


def grant_reporting(table: str, columns: Sequence[str]) -> None:
    """Let the reporting role read ``columns`` of every tenant's rows in ``table``, and nothing else."""
    op.execute(f"create policy reporting_read on {table} for select to {REPORTING_ROLE} using (true)")
    op.execute(f"grant select ({', '.join(columns)}) on {table} to {REPORTING_ROLE}")


def grant_operators(table: str, columns: Sequence[str]) -> None:
    """Let the operators' role read ``columns`` of every tenant's rows in ``table``, and nothing else."""
    op.execute(f"create policy operators_read on {table} for select to {OPERATOR_ROLE} using (true)")
    op.execute(f"grant select ({', '.join(columns)}) on {table} to {OPERATOR_ROLE}")


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
