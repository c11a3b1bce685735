"""SQL of receipts, invoices and credit notes."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Select,
    Text,
    TextClause,
    case,
    delete,
    func,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.orm import aliased

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import BookingRow
from abano.core.errors import Conflict
from abano.core.ids import code_key
from abano.core.paging import Page, PageRequest
from abano.db.driver_errors import map_db_error
from abano.db.paging import SortKeys, ignoring_case
from abano.db.repositories import Repository
from abano.payments.journal.models import BillToRow, Invoice, InvoiceDraft, JournalEntry
from abano.payments.journal.rules import FREE_STATUS
from abano.tenancy.directory.models import SellerSettings

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
# Documents in the order in which their numbers were given, whatever the format was.
_NUMBER = literal_column(
    "invoices.kind || '-' || lpad(invoices.year::text, 4, '0') || '-' || lpad(invoices.sequence::text, 10, '0')",
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
_DRAFT_KEYS = SortKeys({"savedAt": InvoiceDraft.saved_at}, InvoiceDraft.booking_id)


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


class ListedDraft(NamedTuple):
    """``total``: of the invoice if it were issued now, in minor units."""

    draft: InvoiceDraft
    reference: str
    customer_name: str
    currency: str
    total: int
    saved_by: str | None


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


class InvoiceRepository(Repository):
    """The documents of one tenant, within the caller's transaction."""

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

    async def draft(self, booking_id: UUID) -> InvoiceDraft | None:
        return await self._session.get(InvoiceDraft, (self._tenant, booking_id), populate_existing=True)

    async def keep_draft(self, booking_id: UUID, **values: object) -> None:
        statement = insert(InvoiceDraft).values(tenant_id=self._tenant, booking_id=booking_id, **values)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id", "booking_id"], set_=dict(values))
        )

    async def remove_draft(self, booking_id: UUID) -> bool:
        """Whether there was one."""
        statement = (
            delete(InvoiceDraft)
            .where(InvoiceDraft.tenant_id == self._tenant, InvoiceDraft.booking_id == booking_id)
            .returning(InvoiceDraft.booking_id)
        )
        return await self._session.scalar(statement) is not None

    async def bump_draft(self, booking_id: UUID) -> None:
        """Anyone who edits the draft is told that its recipient changed."""
        await self._session.execute(
            update(InvoiceDraft)
            .where(InvoiceDraft.tenant_id == self._tenant, InvoiceDraft.booking_id == booking_id)
            .values(revision=InvoiceDraft.revision + 1)
        )

    async def drafts(self, search: str, request: PageRequest) -> Page[ListedDraft]:
        """One page, newest first. Raises InvalidInput for the cursor."""
        kept = (
            select(func.coalesce(func.sum(JournalEntry.amount_minor), 0).cast(BigInteger))
            .where(
                JournalEntry.tenant_id == InvoiceDraft.tenant_id,
                JournalEntry.booking_id == InvoiceDraft.booking_id,
                JournalEntry.kind == "deposit_kept",
            )
            .scalar_subquery()
        )
        agreed = case(
            (BookingRow.status == FREE_STATUS, func.coalesce(BookingRow.cancellation_fee_minor, 0)),
            else_=BookingRow.total_minor,
        )
        buyer = func.coalesce(func.nullif(BillToRow.name, ""), BookingRow.customer_name)
        query = (
            select(
                InvoiceDraft,
                BookingRow.reference,
                buyer,
                BookingRow.currency,
                (agreed + kept).cast(BigInteger),
                AdminRow.name,
            )
            .join(
                BookingRow,
                (BookingRow.tenant_id == InvoiceDraft.tenant_id) & (BookingRow.id == InvoiceDraft.booking_id),
            )
            .outerjoin(
                BillToRow,
                (BillToRow.tenant_id == InvoiceDraft.tenant_id)
                & (BillToRow.booking_id == InvoiceDraft.booking_id),
            )
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == InvoiceDraft.tenant_id) & (AdminRow.id == InvoiceDraft.saved_by),
            )
            .where(InvoiceDraft.tenant_id == self._tenant)
        )
        if search:
            query = query.where(
                BookingRow.reference.icontains(search, autoescape=True)
                | BookingRow.customer_name.icontains(search, autoescape=True)
                | BillToRow.name.icontains(search, autoescape=True)
            )
        return await _DRAFT_KEYS.fetch(self._session, query, ListedDraft, request)

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
        credited = select(func.coalesce(-func.sum(note.total_minor), 0).cast(BigInteger)).where(of_invoice)
        notes = select(
            func.coalesce(
                func.array_agg(aggregate_order_by(note.number, note.issued_at, note.id)),
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
    return text(":code <> '' and strpos(upper(translate(invoices.number, '-/', '')), :code) > 0").bindparams(
        code=code_key(typed)
    )
