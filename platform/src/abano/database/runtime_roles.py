"""The two roles that serve, and the owner's right to act as them, as migrations and backups do."""

from importlib.resources import files

import psycopg
from sqlalchemy import Connection, text
from sqlalchemy.exc import ProgrammingError

from abano.database.migration_errors import RolesMissing
from abano.database.roles import APP_ROLE, REPORTING_ROLE

ENSURE = (files("abano.database") / "runtime_roles.sql").read_text(encoding="utf-8")


def ensure_runtime_roles(connection: Connection) -> None:
    """Create the roles where the operator has not, and let the owner act as both. Safe to run again.

    Neither may log in until the operator gives it a password. Raises RolesMissing.
    """
    try:
        connection.execute(text(ENSURE.replace(":", "\\:")))
    except ProgrammingError as error:
        if not isinstance(error.orig, psycopg.errors.InsufficientPrivilege):
            raise
        connection.rollback()
        raise RolesMissing(_what_to_run(connection)) from error


def _what_to_run(connection: Connection) -> str:
    owner = connection.scalar(text("select quote_ident(current_user)"))
    found = set(
        connection.scalars(
            text("select rolname from pg_roles where rolname in (:app, :reporting)"),
            {"app": APP_ROLE, "reporting": REPORTING_ROLE},
        )
    )
    statements = [f"create role {role} nologin" for role in (APP_ROLE, REPORTING_ROLE) if role not in found]
    has_options = (
        connection.scalar(text("select current_setting('server_version_num')::integer")) or 0
    ) >= 160000
    options = " with set true, inherit true" if has_options else ""
    statements.append(f"grant {APP_ROLE}, {REPORTING_ROLE} to {owner}{options}")
    return (
        f"Nothing was migrated: {owner} may not act as {APP_ROLE} and {REPORTING_ROLE}. Run as a superuser"
        f" `{'; '.join(statements)}`, then migrate again."
    )
