"""Use cases of customers: list, page, notes, what is known of them, the blacklist."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.customers import schemas
from abano.bookings.customers.merging import propose_for
from abano.bookings.customers.models import CustomerNote, CustomerRow
from abano.bookings.customers.presentation import detail, locked_root, record_change, summaries
from abano.bookings.customers.records import BLACKLIST_REASON_MISSING
from abano.bookings.customers.repository import CustomerRepository
from abano.bookings.customers.rules import EventKind, Filters
from abano.bookings.customers.schemas import CustomerSummary, FoundCustomer
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict, InvalidInput, NotAllowed
from abano.core.files import BYTE_ORDER_MARK, amount_cell, csv_rows
from abano.core.ids import new_id
from abano.core.languages.texts import Texts, translatable
from abano.core.paging import PageRequest
from abano.core.phone import spaced
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.tenancy.directory.tenant import Tenant

PAGE = 50
EXPORT_BATCH = 500


class CustomerChanged(Conflict):
    """Someone else just changed this customer. Review it and try again."""


async def list_customers(
    uow: UnitOfWork, catalog: Catalog, filters: Filters, request: PageRequest
) -> schemas.CustomersResponse:
    """A page of customers. Raises InvalidInput for its cursor."""
    currency = catalog.rules.currency
    page = await CustomerRepository(uow).page(filters, request, currency)
    return schemas.CustomersResponse(
        currency=currency,
        customers=await summaries(uow, page.items, currency),
        next_cursor=page.next_cursor,
        languages=list(catalog.rules.languages),
    )


async def show(
    uow: UnitOfWork, catalog: Catalog, customer_id: UUID, *, with_proposals: bool
) -> schemas.CustomerResponse:
    """One customer, or the one they were merged into. Raises NotFound."""
    row = await CustomerRepository(uow).get_root(customer_id)
    return schemas.CustomerResponse(
        currency=catalog.rules.currency,
        customer=await detail(uow, row, catalog),
        proposals=await propose_for(uow, row, catalog.rules.currency) if with_proposals else [],
    )


async def change(
    uow: UnitOfWork,
    actor: Actor,
    customer_id: UUID,
    request: schemas.ChangeCustomerRequest,
    now: datetime,
) -> None:
    """Change what is known of a customer. Raises NotFound, CustomerChanged."""
    row = await locked_root(uow, customer_id)
    if request.seen_at.tzinfo is None or request.seen_at != row.updated_at:
        raise CustomerChanged
    wanted: dict[str, object] = {
        "name": request.name,
        "language": request.language,
        "licence_number": request.licence_number,
        "licence_expires_on": request.licence_expires_on,
    }
    before = {field: getattr(row, field) for field in wanted}
    differing = {field: value for field, value in wanted.items() if value != before[field]}
    if not differing:
        return
    if "name" in differing:
        _, _, contacts = row.search_text.partition("\n")
        row.search_text = f"{request.name.lower()}\n{contacts}"
    for field, value in differing.items():
        setattr(row, field, value)
    row.updated_at = now
    old = {field: before[field] for field in differing}
    await record_change(uow, actor, row.id, "changed", before=old, after=differing, now=now)
    fields = {"fields": sorted(differing)}
    await record(uow, actor, "customer.changed", subject=("customer", row.id), after=fields, now=now)


async def add_note(uow: UnitOfWork, actor: Actor, customer_id: UUID, body: str, now: datetime) -> None:
    """Raises NotFound."""
    row = await locked_root(uow, customer_id)
    if actor.admin_id is None:
        raise NotAllowed
    note = CustomerNote(
        tenant_id=uow.tenant_id,
        id=new_id(),
        customer_id=row.id,
        admin_id=actor.admin_id,
        body=body,
        created_at=now,
    )
    await CustomerRepository(uow).add(note)
    await record(uow, actor, "customer.noted", subject=("customer", row.id), after={"notes": body}, now=now)


async def set_blacklisted(
    uow: UnitOfWork, actor: Actor, customer_id: UUID, request: schemas.BlacklistRequest, now: datetime
) -> None:
    """Put a customer on the blacklist, with a reason, or take them off. Raises NotFound, InvalidInput."""
    if request.is_blacklisted and not request.reason:
        raise InvalidInput.of("reason", BLACKLIST_REASON_MISSING())
    row = await locked_root(uow, customer_id)
    before = {"is_blacklisted": row.is_blacklisted, "blacklist_reason": row.blacklist_reason}
    after = {
        "is_blacklisted": request.is_blacklisted,
        "blacklist_reason": request.reason if request.is_blacklisted else "",
    }
    if before == after:
        return
    row.is_blacklisted, row.blacklist_reason = request.is_blacklisted, str(after["blacklist_reason"])
    row.updated_at = now
    kind: EventKind = "blacklisted" if request.is_blacklisted else "unblacklisted"
    await record_change(uow, actor, row.id, kind, before=before, after=after, reason=request.reason, now=now)
    action = "customer.blacklisted" if request.is_blacklisted else "customer.unblacklisted"
    await record(uow, actor, action, subject=("customer", row.id), after={"reason": request.reason}, now=now)


async def record_list_export(uow: UnitOfWork, actor: Actor, filters: Sequence[str], now: datetime) -> None:
    """Record the export of the list in the audit log, with the names of its filters."""
    await record(
        uow,
        actor,
        "customer.list_exported",
        subject=("customers", "list"),
        after={"filters": list(filters)},
        now=now,
    )


async def batches(
    db: Database, tenant_id: TenantId, currency: str, filters: Filters, sort: str
) -> AsyncIterator[list[tuple[CustomerRow, schemas.CustomerSummary]]]:
    """The filtered customers in batches, each in its own transaction."""
    cursor = None
    while True:
        request = PageRequest(sort, EXPORT_BATCH, cursor)
        async with db.uow(tenant_id) as uow:
            page = await CustomerRepository(uow).page(filters, request, currency)
            shown = await summaries(uow, page.items, currency)
        if page.items:
            yield list(zip(page.items, shown, strict=True))
        if page.next_cursor is None:
            return
        cursor = page.next_cursor


# The list of customers as CSV.

COLUMNS = (
    translatable("Name"),
    translatable("Email"),
    translatable("Phone"),
    translatable("Language"),
    translatable("Bookings"),
    translatable("Spent"),
    translatable("Currency"),
    translatable("Last booked at"),
    translatable("Licence number"),
    translatable("Licence expires on"),
    translatable("Blacklisted"),
)


async def csv_lines(
    batches: AsyncIterator[list[tuple[CustomerRow, CustomerSummary]]],
    tenant: Tenant,
    currency: str,
    texts: Texts,
) -> AsyncIterator[str]:
    """CSV text in chunks, its headings in the reader's language. Times are in the company's time zone."""
    yield BYTE_ORDER_MARK + csv_rows([[texts.gettext(column) for column in COLUMNS]])
    async for batch in batches:
        yield csv_rows(
            (
                row.name,
                row.email,
                row.phone,
                row.language,
                shown.bookings,
                amount_cell(shown.spent),
                currency,
                f"{row.last_booked_at.astimezone(tenant.zone):%Y-%m-%d %H:%M}",
                row.licence_number,
                row.licence_expires_on.isoformat() if row.licence_expires_on else None,
                texts.gettext("yes") if row.is_blacklisted else texts.gettext("no"),
            )
            for row, shown in batch
        )


# Search and names of customers, for other domains.


async def find_customers(uow: UnitOfWork, typed: str, limit: int) -> list[FoundCustomer]:
    """Customers by name, email, phone or a booking's reference, those who booked last first."""
    page = await CustomerRepository(uow).page(Filters(search=typed), PageRequest("-lastBookedAt", limit))
    return [
        FoundCustomer(
            customer_id=row.id,
            name=row.name,
            email=row.email,
            phone=spaced(row.phone),
            is_blacklisted=row.is_blacklisted,
        )
        for row in page.items
    ]


async def load_customer_names(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Names by id, without unknown ids."""
    return await CustomerRepository(uow).names(ids)
