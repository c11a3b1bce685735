"""Whether a company's rows changed: one statement, which reads none of their values.

A change writes a new version of a row, by another transaction (``xmin``) or at another place (``ctid``). So a hash of
both over all rows is another one as soon as a change is committed, by any process and in any way.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from psycopg import sql

from abano.db.engine import Database
from abano.db.unit_of_work import TenantId

_ROWS = (
    "select hashtextextended({name} || ctid::text || ' ' || xmin::text{begun}, 0) as h"
    " from {table} where tenant_id = %(tenant)s"
)
_BEGUN = " || ({begins} <= %(now)s)::text"
_ALL = "select count(*), sum(h) from ({rows}) watched"
NEVER: Mapping[str, str] = MappingProxyType({})


class WatchedTables:
    """``names``: of tables with a ``tenant_id``. ``begins``: by table, the column with the moment from which a row
    counts.
    """

    def __init__(self, *names: str, begins: Mapping[str, str] = NEVER) -> None:
        self.names = frozenset(names)
        rows = sql.SQL(" union all ").join(_rows_of(name, begins.get(name)) for name in names)
        self._statement = sql.SQL(_ALL).format(rows=rows)

    async def revision(self, db: Database, tenant_id: TenantId, now: datetime) -> str:
        """Differs from an earlier one if rows changed or began to count. Of the primary.

        Read it before the rows: what changes in the meantime is found by the next call.
        Raises DatabaseUnavailable.
        """
        async with db.pipeline_transaction(tenant_id) as transaction:
            cursor = await transaction.connection.execute(self._statement, {"tenant": tenant_id, "now": now})
            row = await cursor.fetchone()
        return repr(row)


def _rows_of(table: str, begins: str | None) -> sql.Composed:
    begun = sql.SQL(_BEGUN).format(begins=sql.Identifier(begins)) if begins else sql.SQL("")
    return sql.SQL(_ROWS).format(name=sql.Literal(f"{table} "), begun=begun, table=sql.Identifier(table))
