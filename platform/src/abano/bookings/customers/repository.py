"""SQL of customers: the list, one customer with all that was merged into it, their history."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    Uuid,
    and_,
    column,
    func,
    not_,
    or_,
    select,
    table,
    text,
    true,
)

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import BookingRow, CustomerAction
from abano.bookings.customers.models import CustomerBooking, CustomerEvent, CustomerNote, CustomerRow
from abano.bookings.customers.rules import Filters, Searched, searched
from abano.core.errors import NotFound
from abano.core.paging import Page, PageRequest
from abano.db.paging import SortKeys, ignoring_case
from abano.db.repositories import AddingRepository

MAX_HISTORY = 200
MAX_BOOKINGS = 500
# A database view (migration 0032): bookings belong to another domain.
_BOOKINGS = table(
    "customers_bookings",
    *(
        column(name)
        for name in (
            "tenant_id", "member_id", "booking_id", "reference", "status", "no_show", "customer_email",
            "customer_phone", "car_name", "pickup_at", "return_at", "total_minor", "currency", "created_at",
        )
    ),
)  # fmt: skip
_BOOKED = "count(*) filter (where b.status <> 'cancelled')"
_SPENT = """
coalesce(sum(b.total_minor) filter (
  where b.status in ('confirmed', 'active', 'completed') and b.currency = :currency
), 0)::bigint
"""
_FIGURES = text(f"""
select m.root,
  {_BOOKED} as bookings,
  count(*) filter (where b.status = 'cancelled') as cancelled,
  count(*) filter (where b.no_show) as no_shows,
  {_SPENT} as spent
from unnest(cast(:members as uuid[]), cast(:roots as uuid[])) as m (member, root)
join customers_bookings b on b.tenant_id = :tenant and b.member_id = m.member
group by m.root
""")  # noqa: S608 - constants from above
_FIGURES_OF_ALL = text(f"""
select coalesce(c.merged_into, c.id) as root, {_BOOKED} as bookings, {_SPENT} as spent
from customers c join customers_bookings b on b.tenant_id = c.tenant_id and b.member_id = c.id
where c.tenant_id = :tenant
group by 1
""")  # noqa: S608 - constants from above
_SORT_KEYS = SortKeys(
    {"lastBookedAt": CustomerRow.last_booked_at, "name": ignoring_case(CustomerRow.name)}, CustomerRow.id
)


class Figures(NamedTuple):
    """Counts of bookings; ``spent`` in minor units: the totals of bookings that were confirmed."""

    bookings: int = 0
    cancelled: int = 0
    no_shows: int = 0
    spent: int = 0


class Booked(NamedTuple):
    """A customer's booking. ``total`` in minor units."""

    id: UUID
    reference: str
    status: str
    no_show: bool
    email: str
    phone: str
    car: str
    pickup_at: datetime
    return_at: datetime
    total: int
    currency: str
    created_at: datetime
    documents: int


class Written(NamedTuple):
    note: CustomerNote
    admin_name: str


class Happened(NamedTuple):
    event: CustomerEvent
    admin_name: str | None


class CustomerRepository(AddingRepository):
    """Customers of one tenant, in the caller's transaction. A root is a customer who is not merged into another."""

    async def page(self, filters: Filters, request: PageRequest, currency: str = "") -> Page[CustomerRow]:
        """Root customers. ``currency``: for sorting by ``spent``. Raises InvalidInput for a bad cursor."""
        query = select(CustomerRow).where(
            CustomerRow.tenant_id == self._tenant, CustomerRow.merged_into.is_(None)
        )
        query = query.where(*await self._conditions(filters))
        keys = _SORT_KEYS
        if request.key not in keys.expressions:
            query, keys = self._with_figures(query, currency)
        return await keys.fetch(self._session, query, lambda row: row, request)

    async def get_root(self, customer_id: UUID) -> CustomerRow:
        """The customer, or the one it was merged into. Raises NotFound."""
        row = await self._session.get(CustomerRow, (self._tenant, customer_id))
        if row is not None and row.merged_into is not None:
            row = await self._session.get(CustomerRow, (self._tenant, row.merged_into))
        if row is None:
            raise NotFound
        return row

    async def get_locked(self, *ids: UUID) -> list[CustomerRow]:
        """In the order of ``ids``, locked in that of the database. Raises NotFound."""
        query = (
            select(CustomerRow)
            .where(CustomerRow.tenant_id == self._tenant, CustomerRow.id.in_(ids))
            .order_by(CustomerRow.id)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
        rows = {row.id: row for row in await self._session.scalars(query)}
        if len(rows) < len(set(ids)):
            raise NotFound
        return [rows[each] for each in ids]

    async def roots(self, ids: Collection[UUID]) -> dict[UUID, CustomerRow]:
        query = select(CustomerRow).where(
            CustomerRow.tenant_id == self._tenant, CustomerRow.id.in_(ids), CustomerRow.merged_into.is_(None)
        )
        return {row.id: row for row in await self._session.scalars(query)}

    async def members(self, roots: Sequence[UUID]) -> dict[UUID, UUID]:
        """Roots by the ids of all who are shown as them, themselves too."""
        query = select(CustomerRow.id, CustomerRow.merged_into).where(
            CustomerRow.tenant_id == self._tenant, CustomerRow.merged_into.in_(roots)
        )
        merged = {row.id: row.merged_into for row in await self._session.execute(query) if row.merged_into}
        return {root: root for root in roots} | merged

    async def figures(self, members: dict[UUID, UUID], currency: str) -> dict[UUID, Figures]:
        """By root; ``members`` as ``members`` answers them."""
        values: dict[str, Any] = {
            "tenant": self._tenant,
            "members": list(members),
            "roots": list(members.values()),
            "currency": currency,
        }
        return {row[0]: Figures(*row[1:]) for row in await self._session.execute(_FIGURES, values)}

    async def bookings(self, members: Sequence[UUID]) -> list[Booked]:
        """Newest first, at most 500."""
        b = _BOOKINGS.c
        documents = (
            select(func.count())
            .where(
                CustomerAction.tenant_id == self._tenant,
                CustomerAction.booking_id == b.booking_id,
                CustomerAction.file_id.is_not(None),
            )
            .scalar_subquery()
        )
        query = (
            select(
                b.booking_id, b.reference, b.status, b.no_show, b.customer_email, b.customer_phone, b.car_name,
                b.pickup_at, b.return_at, b.total_minor, b.currency, b.created_at, documents,
            )
            .where(b.tenant_id == self._tenant, b.member_id.in_(members))
            .order_by(b.created_at.desc(), b.booking_id.desc())
            .limit(MAX_BOOKINGS)
        )  # fmt: skip
        return [Booked(*tuple(row)) for row in await self._session.execute(query)]

    async def booking_rows(self, ids: Sequence[UUID]) -> Sequence[BookingRow]:
        query = select(BookingRow).where(BookingRow.tenant_id == self._tenant, BookingRow.id.in_(ids))
        return (await self._session.scalars(query)).all()

    async def notes(self, members: Sequence[UUID]) -> list[Written]:
        """Newest first."""
        query = (
            select(CustomerNote, AdminRow.name)
            .join(
                AdminRow,
                (AdminRow.tenant_id == CustomerNote.tenant_id) & (AdminRow.id == CustomerNote.admin_id),
            )
            .where(CustomerNote.tenant_id == self._tenant, CustomerNote.customer_id.in_(members))
            .order_by(CustomerNote.created_at.desc(), CustomerNote.id.desc())
            .limit(MAX_HISTORY)
        )
        return [Written(*row) for row in await self._session.execute(query)]

    async def events(self, members: Sequence[UUID]) -> list[Happened]:
        """Newest first."""
        query = (
            select(CustomerEvent, AdminRow.name)
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == CustomerEvent.tenant_id) & (AdminRow.id == CustomerEvent.admin_id),
            )
            .where(CustomerEvent.tenant_id == self._tenant, CustomerEvent.customer_id.in_(members))
            .order_by(CustomerEvent.created_at.desc(), CustomerEvent.id.desc())
            .limit(MAX_HISTORY)
        )
        return [Happened(*row) for row in await self._session.execute(query)]

    async def find_event(self, event_id: UUID) -> CustomerEvent | None:
        return await self._session.get(CustomerEvent, (self._tenant, event_id), with_for_update=True)

    async def names(self, ids: Sequence[UUID]) -> dict[UUID, str]:
        query = select(CustomerRow.id, CustomerRow.name).where(
            CustomerRow.tenant_id == self._tenant, CustomerRow.id.in_(ids)
        )
        return {row.id: row.name for row in await self._session.execute(query)}

    async def customer_of(self, booking_id: UUID) -> UUID | None:
        """The id of the root whose booking it is."""
        query = (
            select(func.coalesce(CustomerRow.merged_into, CustomerRow.id))
            .join(
                CustomerBooking,
                (CustomerBooking.tenant_id == CustomerRow.tenant_id)
                & (CustomerBooking.customer_id == CustomerRow.id),
            )
            .where(CustomerRow.tenant_id == self._tenant, CustomerBooking.booking_id == booking_id)
        )
        return await self._session.scalar(query)

    def _with_figures(
        self, query: Select[CustomerRow], currency: str
    ) -> tuple[Select[CustomerRow], SortKeys]:
        """The query joined with the figures of each root, which count all customers' bookings."""
        figures = (
            _FIGURES_OF_ALL.bindparams(tenant=self._tenant, currency=currency)
            .columns(column("root", Uuid), column("bookings", BigInteger), column("spent", BigInteger))
            .subquery("figures")
        )
        joined = query.outerjoin(figures, figures.c.root == CustomerRow.id)
        sorts = {name: func.coalesce(figures.c[name], 0) for name in ("bookings", "spent")}
        return joined, SortKeys(sorts, CustomerRow.id)

    async def _conditions(self, filters: Filters) -> list[ColumnElement[bool]]:
        conditions: list[ColumnElement[bool]] = []
        if filters.search:
            wanted = searched(filters.search)
            booked = await self._booked(wanted.reference) if wanted.reference else None
            conditions.append(CustomerRow.id == booked if booked else self._matches(wanted))
        if filters.language:
            conditions.append(CustomerRow.language == filters.language)
        if filters.blacklisted is not None:
            is_listed: ColumnElement[bool] = CustomerRow.is_blacklisted.expression
            conditions.append(is_listed if filters.blacklisted else not_(is_listed))
        return conditions

    def _matches(self, wanted: Searched) -> ColumnElement[bool]:
        """Texts of the customer and of those merged into it."""
        found = and_(
            true(), *(CustomerRow.search_text.contains(word, autoescape=True) for word in wanted.words)
        )
        if wanted.digits:
            found = or_(found, CustomerRow.search_text.contains(wanted.digits, autoescape=True))
        merged = select(CustomerRow.merged_into).where(
            CustomerRow.tenant_id == self._tenant, CustomerRow.merged_into.is_not(None), found
        )
        return or_(found, CustomerRow.id.in_(merged))

    async def _booked(self, reference: str) -> UUID | None:
        """The root whose booking has this reference."""
        query = (
            select(func.coalesce(CustomerRow.merged_into, CustomerRow.id))
            .join(
                _BOOKINGS,
                (_BOOKINGS.c.tenant_id == CustomerRow.tenant_id) & (_BOOKINGS.c.member_id == CustomerRow.id),
            )
            .where(CustomerRow.tenant_id == self._tenant, _BOOKINGS.c.reference == reference)
        )
        return await self._session.scalar(query)
