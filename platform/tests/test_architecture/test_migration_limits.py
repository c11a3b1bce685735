"""A migration fails rather than block everyone, unless it declares that it takes longer."""

from pathlib import Path
from textwrap import dedent

import pytest
from alembic import command
from alembic.config import Config
from product_fixtures import AdminSql
from sqlalchemy.exc import OperationalError

from abano.core.config import Settings
from abano.db.migration_support import ALEMBIC_INI, expected_revision


def migrate(settings: Settings, folder: Path, body: str) -> None:
    """Upgrade by one revision more, whose ``upgrade`` is ``body``."""
    source = f"""
        from alembic import op
        from abano.db.migration_support import allow_long_statements

        revision = "later"
        down_revision = "{expected_revision()}"

        def upgrade():
            {body}
    """
    (folder / "later.py").write_text(dedent(source), encoding="utf-8")
    config = Config(str(ALEMBIC_INI))
    config.attributes["url"] = settings.database_url
    config.set_main_option("version_locations", f"%(here)s/migrations/versions:{folder}")
    command.upgrade(config, "head")


NOTE_LIMITS = (
    "op.execute(\"create table limits as select current_setting('statement_timeout') as statement,"
    " current_setting('lock_timeout') as lock\")"
)


def limits(query_admin_sql: AdminSql) -> list[tuple[str, str]]:
    noted = query_admin_sql("select statement, lock from limits")
    query_admin_sql("drop table limits")
    query_admin_sql("update alembic_version set version_num = %s", expected_revision())
    return [(statement, lock) for statement, lock in noted]


def test_a_statement_has_a_minute_and_a_lock_five_seconds(
    settings: Settings, tmp_path: Path, query_admin_sql: AdminSql
) -> None:
    migrate(settings, tmp_path, NOTE_LIMITS)
    assert limits(query_admin_sql) == [("1min", "5s")]


def test_a_migration_that_takes_longer_says_so(
    settings: Settings, tmp_path: Path, query_admin_sql: AdminSql
) -> None:
    migrate(settings, tmp_path, f"allow_long_statements('30min'); {NOTE_LIMITS}")
    assert limits(query_admin_sql) == [("30min", "5s")]


def test_a_statement_over_its_limit_leaves_the_schema_as_it_was(
    settings: Settings, tmp_path: Path, query_admin_sql: AdminSql
) -> None:
    slow = "op.execute('create table half_done ()'); allow_long_statements('50ms'); op.execute('select pg_sleep(5)')"
    with pytest.raises(OperationalError, match="statement timeout"):
        migrate(settings, tmp_path, slow)
    assert query_admin_sql("select to_regclass('half_done')") == [(None,)]
    assert query_admin_sql("select version_num from alembic_version") == [(expected_revision(),)]
