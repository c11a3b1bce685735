"""Pages of a query, sorted by one of its expressions: a page starts after the value and id of the last row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, TypeVarTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Date, DateTime, Integer, Select, String, Text, cast, func, tuple_
from sqlalchemy.dialects.postgresql import INET
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from abano.core.paging import (
    Page,
    PageRequest,
    SortValue,
    decode_cursor,
    encode_cursor,
    read_day,
    read_ip,
    read_number,
    read_text,
    read_time,
)

SortExpression = ColumnElement[Any] | InstrumentedAttribute[Any]
Item = TypeVar("Item")
Columns = TypeVarTuple("Columns")
_READERS: tuple[tuple[type, Callable[[object], SortValue]], ...] = (
    (DateTime, read_time),
    (Date, read_day),
    (Integer, read_number),
    (INET, read_ip),
    (String, read_text),
)


@dataclass(frozen=True, slots=True)
class SortKeys:
    """Expressions by the API's sort names, never null. ``row_id`` is the tie-breaker."""

    expressions: Mapping[str, SortExpression]
    row_id: InstrumentedAttribute[UUID] | ColumnElement[UUID]

    def apply(self, query: Select[*Columns], request: PageRequest) -> Select[*Columns]:
        """The query in the order of the request, from its cursor on. Raises InvalidInput for its cursor."""
        expression = self.expressions[request.key]
        if request.cursor:
            value, row_id = decode_cursor(request.cursor, request.sort, _reader_of(expression))
            key = tuple_(expression, self.row_id)
            last = tuple_(cast(value, expression.type), cast(row_id, self.row_id.type))
            query = query.where(key < last if request.is_descending else key > last)
        if request.is_descending:
            return query.order_by(expression.desc(), self.row_id.desc())
        return query.order_by(expression.asc(), self.row_id.asc())

    async def fetch(
        self,
        session: AsyncSession,
        query: Select[*Columns],
        build: Callable[[*Columns], Item],
        request: PageRequest,
    ) -> Page[Item]:
        """One page of the query; ``build`` makes an item of a row. Raises InvalidInput for the cursor."""
        query = self.apply(query, request)
        with_key = query.add_columns(self.expressions[request.key], self.row_id).limit(request.limit + 1)
        rows = [tuple(row) for row in await session.execute(with_key)]
        shown = rows[: request.limit]
        next_cursor = encode_cursor(request.sort, *shown[-1][-2:]) if len(rows) > request.limit else None
        return Page([build(*row[:-2]) for row in shown], next_cursor)


def ignoring_case(text: SortExpression) -> ColumnElement[str]:
    return func.lower(text, type_=Text())


def _reader_of(expression: SortExpression) -> Callable[[object], SortValue]:
    return next(read for kind, read in _READERS if isinstance(expression.type, kind))
