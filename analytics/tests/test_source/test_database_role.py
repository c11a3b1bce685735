"""The change feed refuses a role that bypasses row-level security, also if the role changes later."""

import psycopg
import pytest

from abano.ops.local.embedded_postgres import EmbeddedPostgres
from abano_analytics.errors import SourceUnavailable
from abano_analytics.source.feed import ChangeFeed
from abano_shared.database_roles import Place

SETTING = "ABANO_DATABASE_REPORTING_URL"


def test_the_feed_reads_nothing_as_a_role_that_may_too_much_and_goes_on_once_that_is_mended(
    analytics_postgres: EmbeddedPostgres, source_database: str
) -> None:
    with psycopg.connect(source_database, autocommit=True) as conn:
        conn.execute("create role feed_reader login bypassrls in role abano_reporting")
        database = conn.info.dbname
        # A copy of a template gets Postgres's default database privileges.
        conn.execute(f"revoke temporary on database {database} from public".encode())
        url = analytics_postgres.url(database, user="feed_reader")
        place = Place(url, "abano_reporting", SETTING, SETTING)
        feed = ChangeFeed(url, refused_unless_safe=place)
        try:
            with pytest.raises(SourceUnavailable, match=f"{SETTING} signs in as feed_reader.*BYPASSRLS"):
                feed.tenants()
            conn.execute("alter role feed_reader nobypassrls")
            assert feed.tenants().is_empty()
        finally:
            feed.close()
            conn.execute("drop role feed_reader")
