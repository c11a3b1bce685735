"""Prevents serving processes from using a role that bypasses row-level security, the ledger or the audit log.

Production rejects such a role at startup and on every new connection; development logs a warning once.
"""

import logging
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

import psycopg
from sqlalchemy import Connection, text
from sqlalchemy.exc import ProgrammingError

from abano.core.config import PREFIX, Settings
from abano.core.errors import DatabaseUnavailable, RolesMissing
from abano_shared.database_roles import DANGERS, Place, explain

log = logging.getLogger(__name__)

APP_ROLE, REPORTING_ROLE, OPERATOR_ROLE = "abano_app", "abano_reporting", "abano_operator"
RUNTIME_ROLES = (APP_ROLE, REPORTING_ROLE, OPERATOR_ROLE)
CLUSTERS = f"{PREFIX}CLUSTERS"
CONNECT_SECONDS = 5


class UnsafeDatabaseRole(Exception):
    """The process's role has too many privileges. The message names them and the fix."""


def refuse_unsafe_roles(settings: Settings) -> None:
    """Check both roles at startup.

    Raises UnsafeDatabaseRole in production, and logs a warning in development. If the database is
    unavailable, the process starts anyway: new connections are checked too.
    """
    explanations = []
    places = [place for places in clusters_of(settings).values() for place in places]
    for place in [*places, *operator_places(settings)]:
        try:
            with psycopg.connect(place.url, connect_timeout=CONNECT_SECONDS, prepare_threshold=None) as conn:
                explanations.append(explain(conn.execute(DANGERS.encode()), place))
        except psycopg.OperationalError:
            log.warning("the database is away; its roles are looked at when it is back")
            return
    wrong = " ".join(filter(None, explanations))
    if wrong and settings.is_production:
        raise UnsafeDatabaseRole(
            f"Nothing was started, because companies would not be kept apart. {wrong}"
            " More in docs/operations/postgres.md."
        )
    if wrong:
        log.warning("production would refuse this database role", extra={"reason": wrong})


def clusters_of(settings: Settings) -> dict[str, tuple[Place, Place]]:
    """The addresses that platform and worker use, application role first, by cluster; '' is the first one."""
    owner, app, reporting = (f"{PREFIX}DATABASE_{name}URL" for name in ("", "APP_", "REPORTING_"))
    first = (
        Place(settings.app_url, APP_ROLE, app if settings.database_app_url else owner, app),
        Place(
            settings.reporting_url,
            REPORTING_ROLE,
            reporting if settings.database_reporting_url else owner,
            reporting,
        ),
    )
    found = {"": first}
    for name, cluster in settings.clusters.items():
        found[name] = (
            Place(cluster.app_url, APP_ROLE, CLUSTERS, f"{CLUSTERS} {name}.app_url"),
            Place(cluster.reporting_url, REPORTING_ROLE, CLUSTERS, f"{CLUSTERS} {name}.reporting_url"),
        )
    return found


def operator_places(settings: Settings) -> tuple[Place, ...]:
    """The address that the operator console and the worker's part of sign-ups use, if there is either."""
    owner, operator = f"{PREFIX}DATABASE_URL", f"{PREFIX}DATABASE_OPERATOR_URL"
    if not settings.operator_host and settings.sign_up == "off":
        return ()
    return (
        Place(
            settings.operator_url,
            OPERATOR_ROLE,
            operator if settings.database_operator_url else owner,
            operator,
        ),
    )


class ConnectionCheck:
    """Checks the role of each new connection. Callers get no details; they are logged once."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._reported = ""

    def judge(self, rows: Iterable[Sequence[Any]]) -> None:
        """Raises DatabaseUnavailable if ``rows``, the result of DANGERS, contain excess privileges."""
        wrong = explain(rows, self._place)
        if not wrong:
            return
        if wrong != self._reported:
            self._reported = wrong
            log.error("connection refused: its role may too much", extra={"reason": wrong})
        raise DatabaseUnavailable

    async def of_pool(self, conn: "psycopg.AsyncConnection[Any]") -> None:
        """For psycopg's pool, which tries again later when this raises."""
        self.judge(await (await conn.execute(DANGERS.encode())).fetchall())

    def of_engine(self, connection: Any, _record: object) -> None:
        """For SQLAlchemy's event of a new connection; ``connection`` is its synchronous face of psycopg's."""
        cursor = connection.cursor()
        try:
            cursor.execute(DANGERS)
            self.judge(cursor.fetchall())
        finally:
            cursor.close()
            connection.rollback()


# The roles that serve, and the owner's right to act as them, as migrations and backups do.

ENSURE = (files("abano.db") / "runtime_roles.sql").read_text(encoding="utf-8")


def ensure_runtime_roles(connection: Connection) -> None:
    """Create the roles if missing, and allow the owner to act as them. Idempotent.

    No role can log in until the operator sets a password. Raises RolesMissing.
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
            text("select rolname from pg_roles where rolname = any(:roles)"), {"roles": list(RUNTIME_ROLES)}
        )
    )
    statements = [f"create role {role} nologin" for role in RUNTIME_ROLES if role not in found]
    has_options = (
        connection.scalar(text("select current_setting('server_version_num')::integer")) or 0
    ) >= 160000
    options = " with set true, inherit true" if has_options else ""
    statements.append(f"grant {', '.join(RUNTIME_ROLES)} to {owner}{options}")
    return (
        f"Nothing was migrated: {owner} may not act as {APP_ROLE}, {REPORTING_ROLE} and {OPERATOR_ROLE}."
        f" Run as a superuser `{'; '.join(statements)}`, then migrate again."
    )


# Conditions of the schema after every migration: the search path of functions, and who may create objects.

PROTECT = (files("abano.db") / "schema_protection.sql").read_text(encoding="utf-8")


def protect_schema(connection: Connection) -> None:
    """Pin every function's search path, and take from the runtime roles what only the owner may. Safe to repeat."""
    connection.execute(text(PROTECT))
