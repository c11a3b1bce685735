"""SQL of receipts, invoices and credit notes."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, Select, Text, TextClause, func, literal_column, select, text
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.orm import aliased

from abano.bookings.lifecycle.models import BookingRow
from abano.core.errors import Conflict
from abano.core.ids import code_key
from abano.core.paging import Page, PageRequest
from abano.db.driver_errors import map_db_error
from abano.db.paging import SortKeys, ignoring_case
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal.models import BillToRow, Invoice
from abano.tenancy.directory.models import SellerSettings

# The row stays locked until the transaction ends: concurrent invoices wait for their number, and a rollback
# leaves no gap.
_NEXT_NUMBER = text("""
insert into invoice_counters (tenant_id, kind, year, last_number) values (:tenant_id, :kind, :year, 1)
on conflict (tenant_id, kind, year) do update set last_number = invoice_counters.last_number + 1
returning last_number
""")

# Of the booking itself, else as last entered for a booking of the same customer.
_BILL_TO = text("""
select d.name, d.address, d.country, d.vat_number from booking_bill_to d
where d.tenant_id = :tenant_id and (d.booking_id = :booking_id or d.booking_id in (
  select cb.booking_id from customer_bookings cb
  join customers c on c.tenant_id = cb.tenant_id and c.id = cb.customer_id
  where cb.tenant_id = :tenant_id and coalesce(c.merged_into, c.id) = (
    select coalesce(own.merged_into, own.id) from customer_bookings ob
    join customers own on own.tenant_id = ob.tenant_id and own.id = ob.customer_id
    where ob.tenant_id = :tenant_id and ob.booking_id = :booking_id
  )
))
order by d.booking_id = :booking_id desc, d.updated_at desc limit 1
""")

BATCH = 500
# As on paper, but with more digits, so that the order of texts is that of numbers.
_NUMBER = literal_column(
    "case invoices.kind when 'invoice' then 'INV' when 'credit_note' then 'CN' else 'R' end"
    " || '-' || invoices.year || '-' || lpad(invoices.number::text, 10, '0')",
    Text,
)
_BUYER = Invoice.data["buyer"]["name"].astext
_CONTACT = Invoice.data["buyer"]["contact"].astext
_SORT_KEYS = SortKeys(
    {
        "issuedAt": Invoice.issued_at,
        "number": _NUMBER,
        "customerName": ignoring_case(_BUYER),
        "total": Invoice.total_minor,
    },
    Invoice.id,
)


@map_db_error("AB010")
class AlreadyCredited(Conflict):
    """This invoice is credited in full already."""


class ListedInvoice(NamedTuple):
    """``credited``: by credit notes, in minor units; ``credit_notes``: their numbers, oldest first."""

    invoice: Invoice
    reference: str
    credited: int
    credit_notes: list[str]

    @property
    def left(self) -> int:
        return self.invoice.total_minor - self.credited

    @property
    def is_void(self) -> bool:
        return bool(self.credit_notes) and self.left == 0


class BilledCompany(NamedTuple):
    """A company that documents are issued to. ``country``: two letters, or empty."""

    name: str
    address: str
    country: str
    vat_number: str


@dataclass(frozen=True, slots=True)
class InvoiceFilter:
    """``search`` matches booking reference, number and customer name; ``number`` matches only the number."""

    kind: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    search: str = ""
    number: str = ""


class InvoiceRepository:
    """The documents of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def next_number(self, kind: str, year: int) -> int:
        """The next number of a kind in a year; its counter is locked until the transaction ends."""
        values = {"tenant_id": self._tenant, "kind": kind, "year": year}
        return cast(int, await self._session.scalar(_NEXT_NUMBER, values))

    async def add(self, invoice: Invoice) -> None:
        """Raises AlreadyCredited."""
        self._session.add(invoice)
        await self._session.flush()

    async def find(self, invoice_id: UUID) -> ListedInvoice | None:
        query = self._listed().where(Invoice.id == invoice_id)
        row = (await self._session.execute(query)).one_or_none()
        return ListedInvoice(*row) if row else None

    async def of_booking(self, booking_id: UUID) -> list[ListedInvoice]:
        """Invoices and credit notes, oldest first."""
        query = (
            self._listed()
            .where(Invoice.booking_id == booking_id, Invoice.kind != "receipt")
            .order_by(Invoice.issued_at, Invoice.id)
        )
        return [ListedInvoice(*row) for row in await self._session.execute(query)]

    async def page(self, criteria: InvoiceFilter, request: PageRequest) -> Page[ListedInvoice]:
        """Raises InvalidInput for the cursor."""
        return await _SORT_KEYS.fetch(self._session, self._matching(criteria), ListedInvoice, request)

    async def stream(self, criteria: InvoiceFilter, sort: str) -> AsyncIterator[ListedInvoice]:
        """All of them, in batches."""
        query = _SORT_KEYS.apply(self._matching(criteria), PageRequest(sort, BATCH))
        result = await self._session.stream(query, execution_options={"yield_per": BATCH})
        async for row in result:
            yield ListedInvoice(*row)

    async def seller(self) -> SellerSettings | None:
        return await self._session.get(SellerSettings, self._tenant)

    async def keep_seller(self, **values: object) -> None:
        statement = insert(SellerSettings).values(tenant_id=self._tenant, **values)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id"], set_=dict(values))
        )

    async def credit_notes_of(self, invoice_id: UUID) -> list[Invoice]:
        """The credit notes of an invoice, oldest first."""
        query = (
            select(Invoice)
            .where(Invoice.tenant_id == self._tenant, Invoice.credits_id == invoice_id)
            .order_by(Invoice.issued_at, Invoice.id)
        )
        return list(await self._session.scalars(query))

    async def bill_to(self, booking_id: UUID) -> BilledCompany | None:
        """The company the booking's documents are issued to. None: the customer."""
        values = {"tenant_id": self._tenant, "booking_id": booking_id}
        row = (await self._session.execute(_BILL_TO, values)).one_or_none()
        return BilledCompany(*row) if row and row.name else None

    async def keep_bill_to(self, booking_id: UUID, **values: object) -> None:
        statement = insert(BillToRow).values(tenant_id=self._tenant, booking_id=booking_id, **values)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id", "booking_id"], set_=dict(values))
        )

    def _matching(self, criteria: InvoiceFilter) -> Select[Invoice, str, int, list[str]]:
        query = self._listed()
        if criteria.kind:
            query = query.where(Invoice.kind == criteria.kind)
        if criteria.since:
            query = query.where(Invoice.issued_at >= criteria.since)
        if criteria.until:
            query = query.where(Invoice.issued_at < criteria.until)
        if criteria.search:
            query = query.where(
                BookingRow.reference.icontains(criteria.search, autoescape=True)
                | _BUYER.icontains(criteria.search, autoescape=True)
                | _CONTACT.icontains(criteria.search, autoescape=True)
                | _has_number(criteria.search)
            )
        if criteria.number:
            query = query.where(_has_number(criteria.number))
        return query

    def _listed(self) -> Select[Invoice, str, int, list[str]]:
        note = aliased(Invoice)
        of_invoice = (note.tenant_id == Invoice.tenant_id) & (note.credits_id == Invoice.id)
        number = "CN-" + note.year.cast(Text) + "-" + func.lpad(note.number.cast(Text), 5, "0")
        credited = select(func.coalesce(-func.sum(note.total_minor), 0).cast(BigInteger)).where(of_invoice)
        notes = select(
            func.coalesce(
                func.array_agg(aggregate_order_by(number, note.issued_at, note.id)),
                literal_column("'{}'::text[]", ARRAY(Text)),
            )
        ).where(of_invoice)
        return (
            select(Invoice, BookingRow.reference, credited.scalar_subquery(), notes.scalar_subquery())
            .join(
                BookingRow,
                (BookingRow.tenant_id == Invoice.tenant_id) & (BookingRow.id == Invoice.booking_id),
            )
            .where(Invoice.tenant_id == self._tenant)
        )


def _has_number(typed: str) -> TextClause:
    """Whether a part of the document's number was typed, with or without separators."""
    return text(
        ":code <> '' and strpos(case invoices.kind when 'invoice' then 'INV' when 'credit_note' then 'CN'"
        " else 'R' end || invoices.year || lpad(invoices.number::text, 5, '0'), :code) > 0"
    ).bindparams(code=code_key(typed))
