"""SQL of the reports of money. Amounts in minor units."""

from collections.abc import AsyncIterator
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import TextClause, text

from abano.core.paging import Page, decode_cursor, encode_cursor, read_time
from abano.db.repositories import Repository
from abano.payments.invoices.paper import DocumentKind
from abano.payments.journal.rules import Kind, Method

BATCH = 500
_ORDER = "issuedAt"
# A document has one part for each rate; one of a seller who charges no VAT is a part without a rate.
_PARTS = """
select i.id, i.kind, i.number, i.booking_id, i.currency, i.issued_at, i.data, p.rate, p.net, p.vat, p.gross
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
d.id, d.kind, d.number, d.booking_id, b.reference, d.currency, d.issued_at,
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

# Bookings by the day they were made. A cancelled booking has no value and earns no commission.
_CHANNELS = text("""
select c.id, c.name, b.currency, count(*) filter (where b.status <> 'cancelled'),
  count(*) filter (where b.status = 'cancelled'),
  coalesce(sum(b.total_minor) filter (where b.status <> 'cancelled'), 0)::bigint,
  coalesce(sum(b.channel_commission_minor) filter (where b.status <> 'cancelled'), 0)::bigint
from bookings b join channels c on c.tenant_id = b.tenant_id and c.id = b.channel_id
where b.tenant_id = :tenant and b.created_at >= :since and b.created_at < :until
group by c.id, c.name, b.currency order by lower(c.name), b.currency
""")
# Each entry moves money from one account to another, so it appears once per account.
_MOVEMENTS = """
select e.id, e.kind, e.currency, e.created_at, e.booking_id, e.admin_id, a.method, a.amount
from journal_entries e
cross join lateral (values (e.debit, e.amount_minor), (e.credit, -e.amount_minor)) a(method, amount)
where e.tenant_id = :tenant and e.created_at >= :since and e.created_at < :until
  and a.method in ('cash', 'card', 'bank', 'online')
"""
_PAYMENTS = text(f"""
select m.currency, m.method,
  count(*) filter (where m.kind = 'payment'),
  coalesce(sum(m.amount) filter (where m.kind = 'payment'), 0)::bigint,
  count(*) filter (where m.kind = 'refund'),
  coalesce(-sum(m.amount) filter (where m.kind in ('refund', 'refund_failed')), 0)::bigint,
  coalesce(sum(m.amount) filter (where m.kind = 'deposit_taken'), 0)::bigint,
  coalesce(-sum(m.amount) filter (where m.kind = 'deposit_returned'), 0)::bigint,
  coalesce(sum(m.amount) filter (
    where m.kind in ('cash_to_bank', 'cash_from_bank', 'cash_out', 'cash_in')
  ), 0)::bigint,
  coalesce(sum(m.amount) filter (where m.kind in ('till_over', 'till_short')), 0)::bigint,
  sum(m.amount)::bigint
from ({_MOVEMENTS}) m
group by m.currency, m.method
order by m.currency, array_position(array['cash', 'card', 'bank', 'online'], m.method)
""")  # noqa: S608 - a constant
_ENTRIES = text(f"""
select m.created_at, m.kind, m.method, m.currency, m.amount, coalesce(b.reference, ''), coalesce(b.customer_name, ''),
  coalesce(p.name, ''), coalesce(r.number, '')
from ({_MOVEMENTS}) m
left join bookings b on b.tenant_id = :tenant and b.id = m.booking_id
left join admins p on p.tenant_id = :tenant and p.id = m.admin_id
left join invoices r on r.tenant_id = :tenant and r.entry_id = m.id
order by m.created_at, m.id, m.method
""")  # noqa: S608 - a constant
# What each booking owed at the end of a day: the price agreed by then less what was paid by then, as Money of the
# booking shows it. Prices and states that changed since are read from the history.
_OPEN = text("""
with owed as (
  select b.id, b.reference, b.currency, b.customer_name, b.customer_email, b.pickup_at, b.return_at, s.status,
    case s.status when 'cancelled' then coalesce(b.cancellation_fee_minor, 0)
      else coalesce(c.total_minor, b.total_minor) end as agreed,
    coalesce(p.paid_is, 0) as paid, p.paid_is is not null as has_entries,
    i.id as invoice_id, i.number, i.issued_at, (i.data->>'dueOn')::date as due_on,
    i.data->'buyer'->>'name' as buyer
  from bookings b
  cross join lateral (
    select coalesce((
      select e.to_status from booking_events e
      where e.tenant_id = b.tenant_id and e.booking_id = b.id and e.created_at < :until
      order by e.created_at desc, e.id desc limit 1
    ), b.status) as status
  ) s
  left join lateral (
    select round(100 * (h.before->>'totalPrice')::numeric)::bigint as total_minor from booking_changes h
    where h.tenant_id = b.tenant_id and h.booking_id = b.id and h.created_at >= :until and h.before ? 'totalPrice'
    order by h.created_at, h.id limit 1
  ) c on true
  left join lateral (
    select e.paid_is from journal_entries e
    where e.tenant_id = b.tenant_id and e.booking_id = b.id and e.created_at < :until
    order by e.step desc limit 1
  ) p on true
  left join lateral (
    select d.* from invoices d
    where d.tenant_id = b.tenant_id and d.booking_id = b.id and d.kind = 'invoice' and d.issued_at < :until
      and d.total_minor + coalesce((
        select sum(n.total_minor) from invoices n
        where n.tenant_id = d.tenant_id and n.credits_id = d.id and n.issued_at < :until
      ), 0) > 0
    order by d.issued_at desc, d.id desc limit 1
  ) i on true
  where b.tenant_id = :tenant and b.created_at < :until
)
select o.id, o.reference, o.currency, coalesce(o.buyer, o.customer_name), o.customer_email, o.agreed - o.paid,
  o.pickup_at, o.invoice_id, o.number, o.issued_at, o.due_on, coalesce(c.merged_into, c.id)
from owed o
left join customer_bookings cb on cb.tenant_id = :tenant and cb.booking_id = o.id
left join customers c on c.tenant_id = :tenant and c.id = cb.customer_id
where o.agreed > o.paid and (
  o.invoice_id is not null
  or (o.status in ('confirmed', 'active') and o.pickup_at < :until)
  or (o.status = 'completed' and (o.has_entries or o.return_at >= :fresh))
  or o.status = 'cancelled'
)
order by o.pickup_at, o.id limit :limit
""")


class Span(NamedTuple):
    """From the first moment to before the last."""

    since: datetime
    until: datetime


class VatSum(NamedTuple):
    """``rate`` in basis points, None without VAT. ``is_total``: the sum over all rates."""

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
    number: str
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


class MethodSum(NamedTuple):
    """What one method moved; ``refunded`` and ``deposits_returned`` above 0. ``change`` is all of it.

    ``transfers``: between tills and the bank; ``differences``: of counted tills.
    """

    currency: str
    method: Method
    payments: int
    received: int
    refunds: int
    refunded: int
    deposits_taken: int
    deposits_returned: int
    transfers: int
    differences: int
    change: int


class ChannelSum(NamedTuple):
    """What a channel brought in a currency: bookings, cancelled ones, and the value and commission of the others."""

    channel_id: UUID
    name: str
    currency: str
    bookings: int
    cancelled: int
    value: int
    commission: int


class Movement(NamedTuple):
    """One entry of the journal; ``amount`` below 0 for what went out. ``receipt``: its number."""

    created_at: datetime
    kind: Kind
    method: Method
    currency: str
    amount: int
    reference: str
    customer_name: str
    admin_name: str
    receipt: str


class OpenBooking(NamedTuple):
    """A booking's open balance. ``invoice_id``: its valid invoice, if any."""

    booking_id: UUID
    reference: str
    currency: str
    name: str
    email: str
    amount: int
    pickup_at: datetime
    invoice_id: UUID | None
    number: str | None
    issued_at: datetime | None
    due_on: date | None
    customer_id: UUID | None


class ReportRepository(Repository):
    """The figures of one tenant, within the caller's transaction."""

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

    async def payments(self, span: Span) -> list[MethodSum]:
        """By currency and method."""
        return [MethodSum(*row) for row in await self._session.execute(_PAYMENTS, self._within(span))]

    async def channels(self, span: Span) -> list[ChannelSum]:
        """By channel and currency."""
        return [ChannelSum(*row) for row in await self._session.execute(_CHANNELS, self._within(span))]

    async def stream_payments(self, span: Span) -> AsyncIterator[Movement]:
        """Every movement of money, oldest first."""
        async for row in self._stream(_ENTRIES, span):
            yield Movement(*row)

    async def open_bookings(self, until: datetime, fresh: datetime, limit: int) -> list[OpenBooking]:
        """Bookings with an open balance at that moment, by pickup.

        ``fresh``: rentals that ended earlier without any payment count as paid outside the product.
        """
        values = {"tenant": self._tenant, "until": until, "fresh": fresh, "limit": limit}
        return [OpenBooking(*row) for row in await self._session.execute(_OPEN, values)]

    async def _stream(self, query: TextClause, span: Span) -> AsyncIterator[Any]:
        options = {"yield_per": BATCH}
        result = await self._session.stream(query, self._within(span), execution_options=options)
        async for row in result:
            yield row

    def _within(self, span: Span) -> dict[str, object]:
        return {"tenant": self._tenant, "since": span.since, "until": span.until}
