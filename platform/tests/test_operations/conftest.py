"""What tests of backups share: an empty database to restore into."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from abano.config import Settings
from abano.local.embedded_postgres import EmbeddedPostgres, create_database


@pytest.fixture
def empty(postgres: EmbeddedPostgres, settings: Settings) -> Iterator[Settings]:
    """Settings for a database in which nothing is yet, owned by a role without special rights."""
    name, owner = f"restored_{uuid4().hex}", f"owner_{uuid4().hex}"
    create_database(postgres, name)
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute(sql.SQL("create role {} login").format(sql.Identifier(owner)))
        admin.execute(sql.SQL("grant abano_app, abano_reporting to {}").format(sql.Identifier(owner)))
        admin.execute(
            sql.SQL("alter database {} owner to {}").format(sql.Identifier(name), sql.Identifier(owner))
        )
        # Not a copy of the model: that would keep addresses which the other database's settings worked out already.
        yield Settings(**settings.model_dump() | {"database_url": postgres.url(name, user=owner)})
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
        admin.execute(sql.SQL("drop role {}").format(sql.Identifier(owner)))
