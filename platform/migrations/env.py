"""Runs migrations as the owner of the schema. The address comes from ``abano migrate`` or ABANO_DATABASE_URL."""

from alembic import context
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from abano.core.config import load_settings, sqlalchemy_url
from abano.db.base import Base, import_models
from abano.db.roles import ensure_runtime_roles, protect_schema

# A migration that cannot get its lock soon gives up instead of queueing every request behind it.
LOCK_TIMEOUT = "5s"
# Nor does one hold its locks for long unseen: what takes longer calls ``allow_long_statements``.
STATEMENT_TIMEOUT = "60s"
# Keeps two starting copies from migrating at once ("abano" as a number).
MIGRATION_LOCK = 418_240_921


def run() -> None:
    import_models()
    url = context.config.attributes.get("url") or load_settings().database_url
    engine = create_engine(sqlalchemy_url(url), poolclass=NullPool)
    with engine.connect() as connection:
        # A copy that starts beside another waits for it as long as it takes, whatever the role's own time-out is.
        connection.execute(text("set statement_timeout = 0"))
        connection.execute(text("select pg_advisory_lock(:key)"), {"key": MIGRATION_LOCK})
        connection.execute(text(f"set lock_timeout = '{LOCK_TIMEOUT}'"))
        connection.execute(text(f"set statement_timeout = '{STATEMENT_TIMEOUT}'"))
        # Before every run: a schema whose owner lost this right, or never had it, could not go on from where it is.
        ensure_runtime_roles(connection)
        connection.commit()
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            transaction_per_migration=True,
            # In the transaction that replaced a function, so that it is never seen without its protection.
            on_version_apply=lambda **_: protect_schema(connection),
        )
        with context.begin_transaction():
            context.run_migrations()
        # Also what was changed by hand since, or came by another way than a migration.
        protect_schema(connection)
        connection.commit()
    engine.dispose()


run()
