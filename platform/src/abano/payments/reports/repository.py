"""SQL of the reports of money. Amounts in minor units."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Row, TextClause, text

from abano.core.paging import Page, decode_cursor, encode_cursor, read_time
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.paper import DocumentKind

BATCH = 500
_ORDER = "issuedAt"
# A document has one part for each rate; one of a seller who charges no VAT is a part without a rate.
_PARTS = """
select i.id, i.kind, i.year, i.number, i.booking_id, i.currency, i.issued_at, i.data, p.rate, p.net, p.vat, p.gross
from invoices i
cross join lateral (
  select (part->>'basisPoints')::int as rate, (part->>'net')::bigint as net, (part->>'tax')::bigint as vat,
    (part->>'gross')::bigint as gross
  from jsonb_array_elements(coalesce(i.data->'vat', '[]')) part
  union all
  select null, i.total_minor, 0, i.total_minor where coalesce(i.data->'vat', '[]') = '[]'
) p
where i.tenant_id = :tenant and i.kind in ('invoice', 'credit_note')
  and i.issued_at >= :since and i.issued_at < :until
"""
_VAT = text(f"""
select d.currency, d.rate, grouping(d.rate) = 1, d.kind, count(distinct d.id),
  sum(d.net)::bigint, sum(d.vat)::bigint, sum(d.gross)::bigint
from ({_PARTS}) d
group by grouping sets ((d.currency, d.rate, d.kind), (d.currency, d.kind))
order by d.currency, grouping(d.rate), d.rate desc nulls last, d.kind
""")  # noqa: S608 - a constant
_COLUMNS = """
d.id, d.kind, d.year, d.number, d.booking_id, b.reference, d.currency, d.issued_at,
  coalesce(d.data->'buyer'->>'name', '') as buyer, coalesce(d.data->'buyer'->>'country', '') as country,
  coalesce(d.data->'buyer'->>'vatNumber', '') as vat_number, d.rate, d.net, d.vat, d.gross
"""
_DOCUMENTS = text(f"""
select {_COLUMNS} from ({_PARTS}) d join bookings b on b.tenant_id = :tenant and b.id = d.booking_id
where d.currency = :currency and d.rate is not distinct from cast(:rate as int)
  and (cast(:after as timestamptz) is null
    or (d.issued_at, d.id) > (cast(:after as timestamptz), cast(:last_id as uuid)))
order by d.issued_at, d.id limit :limit
""")  # noqa: S608 - a constant
_ALL_DOCUMENTS = text(f"""
select {_COLUMNS} from ({_PARTS}) d join bookings b on b.tenant_id = :tenant and b.id = d.booking_id
order by d.issued_at, d.id, d.rate desc nulls last
""")  # noqa: S608 - a constant


class Span(NamedTuple):
    """From the first moment to before the last."""

    since: datetime
    until: datetime


class VatSum(NamedTuple):
    """``rate`` in basis points, None without VAT; of all rates where ``is_total``."""

    currency: str
    rate: int | None
    is_total: bool
    kind: DocumentKind
    documents: int
    net: int
    vat: int
    gross: int


class VatDocument(NamedTuple):
    """What a document has of one rate."""

    id: UUID
    kind: DocumentKind
    year: int
    number: int
    booking_id: UUID
    reference: str
    currency: str
    issued_at: datetime
    buyer: str
    country: str
    vat_number: str
    rate: int | None
    net: int
    vat: int
    gross: int


class ReportRepository:
    """The figures of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def vat(self, span: Span) -> list[VatSum]:
        """By currency, rate and kind, the highest rate first; then the totals of the currency."""
        return [VatSum(*row) for row in await self._session.execute(_VAT, self._within(span))]

    async def vat_documents(
        self, span: Span, currency: str, rate: int | None, limit: int, cursor: str | None
    ) -> Page[VatDocument]:
        """The documents behind a row, oldest first. Raises InvalidInput for the cursor."""
        after, last_id = decode_cursor(cursor, _ORDER, read_time) if cursor else (None, None)
        values = self._within(span) | {
            "currency": currency,
            "rate": rate,
            "after": after,
            "last_id": last_id,
            "limit": limit + 1,
        }
        rows = [VatDocument(*row) for row in await self._session.execute(_DOCUMENTS, values)]
        more = len(rows) > limit
        last = rows[:limit][-1] if more else None
        return Page(rows[:limit], encode_cursor(_ORDER, last.issued_at, last.id) if last else None)

    async def stream_vat(self, span: Span) -> AsyncIterator[VatDocument]:
        """Every document of the period, once for each of its rates."""
        async for row in self._stream(_ALL_DOCUMENTS, span):
            yield VatDocument(*row)

    async def _stream(self, query: TextClause, span: Span) -> AsyncIterator[Row[Any]]:
        options = {"yield_per": BATCH}
        result = await self._session.stream(query, self._within(span), execution_options=options)
        async for row in result:
            yield row

    def _within(self, span: Span) -> dict[str, object]:
        return {"tenant": self._tenant, "since": span.since, "until": span.until}
