"""Insert demo data in bulk or only where it is missing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import orjson
from sqlalchemy import Table, text
from sqlalchemy.dialects.postgresql import insert

from abano.db.base import Base
from abano.db.unit_of_work import UnitOfWork

# Keeps the JSON of one insert below a few MB.
AT_ONCE = 10_000


async def add_rows(uow: UnitOfWork, table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert ``rows`` in batches. All need the same columns, without bytes."""
    if not rows:
        return
    name, columns = cast(Table, table.__table__).name, ", ".join(rows[0])
    statement = text(
        f"insert into {name} ({columns})"  # noqa: S608 - names of our own
        f" select {columns} from jsonb_populate_recordset(null::{name}, cast(:rows as jsonb))"
    )
    for first in range(0, len(rows), AT_ONCE):
        part = orjson.dumps([dict(row) for row in rows[first : first + AT_ONCE]])
        await uow.session.execute(statement, {"rows": part.decode()})


# Adds rows of a template that a company does not have.


async def add_missing(uow: UnitOfWork, table: type[Base], rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows whose key does not exist yet."""
    values = list(rows)
    if values:
        await uow.session.execute(insert(table).on_conflict_do_nothing(), [dict(row) for row in values])
