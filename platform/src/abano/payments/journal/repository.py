"""SQL of the journal and of tills."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

from sqlalchemy import Select, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import BookingChange, BookingRow
from abano.core.errors import Conflict
from abano.core.paging import Page, PageRequest
from abano.db.driver_errors import map_db_error
from abano.db.paging import SortKeys
from abano.db.repositories import Repository
from abano.payments.journal.models import (
    CashTransfer,
    Invoice,
    JournalEntry,
    JournalNote,
    PaymentWrite,
    Till,
)

MAX_OPEN_TILLS = 300
_RUNNING_BALANCES = text("""
select distinct on (booking_id) booking_id, step, paid_is, held_is from journal_entries
where tenant_id = :tenant_id and booking_id = any(:ids) order by booking_id, step desc
""")


@map_db_error(
    "journal_entries_step_key",
    "journal_entries_chain_key",
    "journal_entries_chain_fkey",
    "journal_entries_not_below_zero",
)
class JournalChanged(Conflict):
    """This booking's payments just changed, so nothing was recorded. Review them and try again."""


@map_db_error("AB008")
class TillTakesNoCash(Conflict):
    """Your till was already counted, so nothing was recorded. Open it again for the next payment."""


class RunningBalance(NamedTuple):
    """After the last entry of a booking."""

    step: int
    paid: int
    held: int


class EarlierWrite(NamedTuple):
    request_hash: bytes
    result_id: UUID | None


class BookedEntry(NamedTuple):
    entry: JournalEntry
    reference: str


class ListedEntry(NamedTuple):
    entry: JournalEntry
    note: str | None
    admin_name: str | None
    receipt: Invoice | None


_NEWEST = SortKeys({"createdAt": JournalEntry.created_at}, JournalEntry.id)


class JournalRepository(Repository):
    """The journal of one tenant, within the caller's transaction."""

    async def hold_booking(self, booking_id: UUID) -> BookingRow | None:
        """Lock the booking against concurrent payments, refunds and changes."""
        query = (
            select(BookingRow)
            .where(BookingRow.tenant_id == self._tenant, BookingRow.id == booking_id)
            .with_for_update(key_share=True)
            .execution_options(populate_existing=True)
        )
        return cast("BookingRow | None", await self._session.scalar(query))

    async def find_booking(self, booking_id: UUID) -> BookingRow | None:
        return await self._session.get(BookingRow, (self._tenant, booking_id))

    async def running_balances(self, booking_ids: Collection[UUID]) -> dict[UUID, RunningBalance]:
        """What is paid and held of each booking that has entries."""
        values = {"tenant_id": self._tenant, "ids": list(booking_ids)}
        return {
            row[0]: RunningBalance(*row[1:]) for row in await self._session.execute(_RUNNING_BALANCES, values)
        }

    async def add(self, entry: JournalEntry, note: str) -> None:
        """Raises JournalChanged, TillTakesNoCash."""
        self._session.add(entry)
        await self._session.flush()
        if note:
            self._session.add(JournalNote(tenant_id=self._tenant, entry_id=entry.id, body=note))
            await self._session.flush()

    async def add_change(self, change: BookingChange) -> None:
        """A change of the booking's price, with the booking itself."""
        self._session.add(change)
        await self._session.flush()

    async def entries(self, booking_id: UUID) -> list[ListedEntry]:
        """Oldest first."""
        query = (
            select(JournalEntry, JournalNote.body, AdminRow.name, Invoice)
            .outerjoin(
                JournalNote,
                (JournalNote.tenant_id == JournalEntry.tenant_id) & (JournalNote.entry_id == JournalEntry.id),
            )
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == JournalEntry.tenant_id) & (AdminRow.id == JournalEntry.admin_id),
            )
            .outerjoin(
                Invoice,
                (Invoice.tenant_id == JournalEntry.tenant_id) & (Invoice.entry_id == JournalEntry.id),
            )
            .where(JournalEntry.tenant_id == self._tenant, JournalEntry.booking_id == booking_id)
            .order_by(JournalEntry.step)
        )
        return [ListedEntry(*row) for row in await self._session.execute(query)]

    async def page(self, request: PageRequest, booking_id: UUID | None) -> Page[BookedEntry]:
        """Payments, refunds and deposits of bookings. Raises InvalidInput for the cursor."""
        query = self._booked()
        if booking_id is not None:
            query = query.where(JournalEntry.booking_id == booking_id)
        return await _NEWEST.fetch(self._session, query, BookedEntry, request)

    async def find_booked(self, entry_id: UUID) -> BookedEntry | None:
        row = (await self._session.execute(self._booked().where(JournalEntry.id == entry_id))).one_or_none()
        return BookedEntry(*row) if row else None

    def _booked(self) -> Select[JournalEntry, str]:
        booking = (BookingRow.tenant_id == JournalEntry.tenant_id) & (
            BookingRow.id == JournalEntry.booking_id
        )
        return (
            select(JournalEntry, BookingRow.reference)
            .join(BookingRow, booking)
            .where(JournalEntry.tenant_id == self._tenant)
        )

    async def remember_write(self, key: str, request_hash: bytes, now: datetime) -> EarlierWrite | None:
        """Keep the key of a call; the earlier one where the key was used."""
        statement = (
            insert(PaymentWrite)
            .values(tenant_id=self._tenant, key=key, request_hash=request_hash, created_at=now)
            .on_conflict_do_nothing()
            .returning(PaymentWrite.key)
        )
        if await self._session.scalar(statement) is not None:
            return None
        query = select(PaymentWrite.request_hash, PaymentWrite.result_id).where(
            PaymentWrite.tenant_id == self._tenant, PaymentWrite.key == key
        )
        return EarlierWrite(*(await self._session.execute(query)).one())

    async def keep_result(self, key: str, result_id: UUID) -> None:
        """What the call with this key created or changed."""
        statement = (
            update(PaymentWrite)
            .where(PaymentWrite.tenant_id == self._tenant, PaymentWrite.key == key)
            .values(result_id=result_id)
        )
        await self._session.execute(statement)

    async def forget_writes(self, before: datetime) -> None:
        await self._session.execute(
            delete(PaymentWrite).where(
                PaymentWrite.tenant_id == self._tenant, PaymentWrite.created_at < before
            )
        )


_EXPECTED = text(
    "select t.id, till_expected(t) from tills t where t.tenant_id = :tenant_id and t.id = any(:ids)"
)


@map_db_error("tills_open_once")
class TillAlreadyOpen(Conflict):
    """You already have an open till. Count it before you open another."""


@map_db_error("AB007")
class TillIsClosed(Conflict):
    """This till is closed and can't be changed."""


@map_db_error("cash_transfers_reversed_once")
class TransferReversed(Conflict):
    """This transfer is reversed already."""


class ListedTransfer(NamedTuple):
    """A transfer with the holders of its tills. None: the bank."""

    transfer: CashTransfer
    from_name: str | None
    to_name: str | None
    is_reversed: bool


class ListedTill(NamedTuple):
    till: Till
    admin_name: str
    closed_by_name: str | None


class TillLine(NamedTuple):
    entry: JournalEntry
    reference: str | None
    note: str | None
    transfer: ListedTransfer | None = None


class TillRepository(Repository):
    """The tills of one tenant, within the caller's transaction."""

    async def find_open(self, admin_id: UUID) -> Till | None:
        query = select(Till).where(
            Till.tenant_id == self._tenant, Till.admin_id == admin_id, Till.counted_at.is_(None)
        )
        return cast("Till | None", await self._session.scalar(query))

    async def find(self, till_id: UUID) -> Till | None:
        return await self._session.get(Till, (self._tenant, till_id))

    async def hold(self, till_id: UUID) -> Till | None:
        """Lock the till against cash that comes or goes."""
        query = (
            select(Till)
            .where(Till.tenant_id == self._tenant, Till.id == till_id)
            .with_for_update(key_share=True)
            .execution_options(populate_existing=True)
        )
        return cast("Till | None", await self._session.scalar(query))

    async def add(self, till: Till) -> None:
        """Raises TillAlreadyOpen."""
        self._session.add(till)
        await self._session.flush()

    async def add_difference(self, entry: JournalEntry) -> None:
        self._session.add(entry)
        await self._session.flush()

    async def add_transfer(self, transfer: CashTransfer, entries: Collection[JournalEntry]) -> None:
        """The transfer with what it moves. Raises TransferReversed, TillTakesNoCash."""
        self._session.add(transfer)
        await self._session.flush()
        self._session.add_all(entries)
        await self._session.flush()

    async def transfers(self, ids: Collection[UUID]) -> dict[UUID, ListedTransfer]:
        """Some transfers by their ids."""
        source, target, undone = aliased(Till), aliased(Till), aliased(CashTransfer)
        giver, taker = aliased(AdminRow), aliased(AdminRow)
        own = CashTransfer.tenant_id
        query = (
            select(CashTransfer, giver.name, taker.name, undone.id.is_not(None))
            .outerjoin(source, (source.tenant_id == own) & (source.id == CashTransfer.from_till))
            .outerjoin(giver, (giver.tenant_id == own) & (giver.id == source.admin_id))
            .outerjoin(target, (target.tenant_id == own) & (target.id == CashTransfer.to_till))
            .outerjoin(taker, (taker.tenant_id == own) & (taker.id == target.admin_id))
            .outerjoin(undone, (undone.tenant_id == own) & (undone.reverses_id == CashTransfer.id))
            .where(own == self._tenant, CashTransfer.id.in_(ids))
        )
        return {row[0].id: ListedTransfer(*row) for row in await self._session.execute(query)}

    async def open_tills(self) -> list[tuple[UUID, str]]:
        """Tills that take cash, with whose they are."""
        query = (
            select(Till.id, AdminRow.name)
            .join(AdminRow, (AdminRow.tenant_id == Till.tenant_id) & (AdminRow.id == Till.admin_id))
            .where(Till.tenant_id == self._tenant, Till.counted_at.is_(None))
            .order_by(AdminRow.name, Till.id)
            .limit(MAX_OPEN_TILLS)
        )
        return [(row[0], row[1]) for row in await self._session.execute(query)]

    async def save(self, till: Till) -> None:
        """Write the changes. Raises TillIsClosed."""
        await self._session.flush()
        await self._session.refresh(till)

    async def expected(self, till_ids: list[UUID]) -> dict[UUID, int]:
        """What is to be in each till now, in minor units."""
        values = {"tenant_id": self._tenant, "ids": till_ids}
        return {row[0]: row[1] for row in await self._session.execute(_EXPECTED, values)}

    async def newest(self, admin_id: UUID | None, since: datetime, limit: int) -> list[ListedTill]:
        """Of one person or of all, newest first; those that are not closed however old they are."""
        person, closer = aliased(AdminRow), aliased(AdminRow)
        query = (
            select(Till, person.name, closer.name)
            .join(person, (person.tenant_id == Till.tenant_id) & (person.id == Till.admin_id))
            .outerjoin(closer, (closer.tenant_id == Till.tenant_id) & (closer.id == Till.closed_by))
            .where(
                Till.tenant_id == self._tenant,
                (Till.opened_at >= since) | Till.closed_at.is_(None),
            )
            .order_by(Till.closed_at.is_not(None), Till.opened_at.desc())
            .limit(limit)
        )
        if admin_id is not None:
            query = query.where(Till.admin_id == admin_id)
        return [ListedTill(*row) for row in await self._session.execute(query)]

    async def lines(self, till_id: UUID) -> list[TillLine]:
        """Oldest first."""
        query = (
            select(JournalEntry, BookingRow.reference, JournalNote.body)
            .outerjoin(
                BookingRow,
                (BookingRow.tenant_id == JournalEntry.tenant_id) & (BookingRow.id == JournalEntry.booking_id),
            )
            .outerjoin(
                JournalNote,
                (JournalNote.tenant_id == JournalEntry.tenant_id) & (JournalNote.entry_id == JournalEntry.id),
            )
            .where(JournalEntry.tenant_id == self._tenant, JournalEntry.till_id == till_id)
            .order_by(JournalEntry.created_at, JournalEntry.id)
        )
        return [TillLine(*row) for row in await self._session.execute(query)]
