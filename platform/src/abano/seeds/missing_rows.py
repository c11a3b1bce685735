"""Adds rows of a template that a company does not have."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.dialects.postgresql import insert

from abano.database.unit_of_work import UnitOfWork
from abano.models.base import Base


async def add_missing(uow: UnitOfWork, table: type[Base], rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows whose key does not exist yet."""
    values = list(rows)
    if values:
        await uow.session.execute(insert(table).on_conflict_do_nothing(), [dict(row) for row in values])
