"""Use cases of imported calendars: owners add, rename, read and delete them; the worker reads those that are due."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal
from urllib.parse import urlsplit
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.config import Settings
from abano.core.crypto import CannotUnseal, Sealer
from abano.core.errors import Conflict, InvalidInput, Message, NotFound, TooManyRequests
from abano.core.expensive_work import BoundedWork, LimitExceeded, Limits
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.fleet.imported_calendars.fetching import CalendarClient, CannotFetch, FetchProblem
from abano.fleet.imported_calendars.models import ImportedCalendar
from abano.fleet.imported_calendars.repository import ImportedCalendarRepository
from abano.fleet.imported_calendars.rules import FileProblem, UnreadableCalendar, read_busy
from abano.fleet.imported_calendars.schemas import (
    CalendarConflict,
    ImportedCalendarOut,
    ImportedCalendarRequest,
    ImportedCalendarsResponse,
)
from abano.fleet.reservations import imported_blocks
from abano.fleet.reservations.repository import VehicleAlreadyBooked
from abano.fleet.reservations.rules import Interval, Overlapping
from abano.tenancy.directory.tenant import Tenant
from abano.web.errors import SentenceOut

MAX_CALENDARS = 200
MAX_PER_VEHICLE = 5
MAX_CONFLICTS = 200
SHOWN_CONFLICTS = 50
READ_EVERY = timedelta(minutes=30)
# While a busy time could not be blocked: soon after the booking was moved, it can be.
READ_CONFLICTS_EVERY = timedelta(minutes=5)
MAX_ATTEMPTS = 3
RETRY_SECONDS = 5
# A file of the maximum size takes some seconds of CPU time; of each company one at a time.
_FILES = BoundedWork(at_once=1, waiting=64, limits=Limits(cpu_seconds=15, memory_mb=512))

Problem = Literal[FetchProblem, FileProblem, "url_missing"]
PROBLEMS: Mapping[str, Message] = {
    "timeout": Message("calendar_timeout", "The server took too long to respond"),
    "connection": Message("calendar_connection", "The server can't be reached"),
    "not_public": Message("calendar_not_public", "This host is not on the public internet"),
    "unknown_host": Message("calendar_unknown_host", "This host can't be found"),
    "tls": Message("calendar_tls", "The server's certificate is not valid"),
    "refused": Message("calendar_refused", "The server refused to send the calendar"),
    "moved": Message("calendar_moved", "This URL leads to another one. Enter that one"),
    "gone": Message(
        "calendar_gone", "There is no calendar at this URL. Copy it again from the other service"
    ),
    "too_large": Message("calendar_too_large", "The calendar is larger than 1 MB"),
    "not_calendar": Message("calendar_unreadable", "This is not an iCal calendar, or it is damaged"),
    "too_many_events": Message("calendar_too_many_events", "The calendar has more than 2,000 events"),
    "too_complex": Message("calendar_too_complex", "The calendar has repeating events that can't be read"),
    "url_missing": Message(
        "calendar_url_missing", "Its URL is not known here. Delete the calendar and add it again"
    ),
}
VEHICLE_UNKNOWN = Message(
    "imported_calendar_vehicle_unknown", "This vehicle does not exist or was sold. Choose another."
)


class TooManyImportedCalendars(Conflict):
    """There are already 200 imported calendars. Delete one first."""


class TooManyCalendarsOfVehicle(Conflict):
    """This vehicle already has 5 imported calendars. Delete one first."""


class CalendarReadRunning(TooManyRequests):
    """Another calendar of your company is being read right now. Please try again in a few seconds."""


class CannotRead(Exception):
    """Carries the problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem: Problem = problem
        super().__init__(problem)


@dataclass(frozen=True, slots=True)
class Known:
    """What was read before, so that it need not be read again. Nothing is known on another day: the window moved."""

    etag: str = ""
    last_modified: str = ""
    digest: bytes | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """``busy``: None when the file is the same as before."""

    etag: str
    last_modified: str
    digest: bytes | None
    busy: Sequence[Interval] | None


async def list_calendars(uow: UnitOfWork, now: datetime) -> ImportedCalendarsResponse:
    blocks = await imported_blocks.count_future(uow, now)
    rows = await ImportedCalendarRepository(uow).list_all()
    return ImportedCalendarsResponse(calendars=[_shown(row, plate, blocks) for row, plate in rows])


async def add_calendar(
    db: Database,
    settings: Settings,
    tenant: Tenant,
    actor: Actor,
    request: ImportedCalendarRequest,
    now: datetime,
) -> ImportedCalendarOut:
    """Read the calendar once, then add it and block the vehicle.

    Raises InvalidInput, TooManyImportedCalendars, TooManyCalendarsOfVehicle, CalendarReadRunning, TooBusy.
    """
    client = CalendarClient(settings)
    url = client.check(request.url.get_secret_value())
    today = now.astimezone(tenant.zone).date()
    with _turn(tenant.id):
        async with db.uow(tenant.id, fresh=True) as uow:
            await _check_vehicle(uow, request.vehicle_id)
        try:
            read = await _read(client, url, Known(), tenant, today)
        except CannotRead as error:
            raise InvalidInput.of("url", PROBLEMS[error.problem]()) from None
        for attempt in range(MAX_ATTEMPTS):
            try:
                async with db.uow(tenant.id) as uow:
                    return await _add(uow, settings, actor, request, url, read, today, now)
            except VehicleAlreadyBooked:
                if attempt == MAX_ATTEMPTS - 1:
                    raise
    raise AssertionError("unreachable")


async def _add(
    uow: UnitOfWork,
    settings: Settings,
    actor: Actor,
    request: ImportedCalendarRequest,
    url: str,
    read: Read,
    today: date,
    now: datetime,
) -> ImportedCalendarOut:
    await ImportedCalendarRepository(uow).lock()
    plate = await _check_vehicle(uow, request.vehicle_id)
    calendar_id = new_id()
    row = ImportedCalendar(
        tenant_id=uow.tenant_id,
        id=calendar_id,
        name=request.name,
        vehicle_id=request.vehicle_id,
        sealed_url=_sealer(settings).seal(url, f"{uow.tenant_id} {calendar_id}"),
        host=urlsplit(url).hostname or "",
        due_at=now + READ_EVERY,
        conflicts=[],
        created_at=now,
    )
    await ImportedCalendarRepository(uow).add(row)
    await _store(uow, row, read, today, now)
    after = {"name": row.name, "plate": plate, "host": row.host}
    subject = ("imported_calendar", row.id)
    await record(uow, actor, "imported_calendar.added", subject=subject, after=after, now=now)
    return _shown(row, plate, await imported_blocks.count_future(uow, now))


async def rename_calendar(
    uow: UnitOfWork, actor: Actor, calendar_id: UUID, name: str, now: datetime
) -> ImportedCalendarOut:
    """Its blocks have the new name, too. Raises NotFound."""
    row = await _locked(uow, calendar_id)
    before = {"name": row.name}
    row.name = name
    await imported_blocks.rename(uow, calendar_id, name)
    subject = ("imported_calendar", calendar_id)
    await record(
        uow, actor, "imported_calendar.changed", subject=subject, before=before, after={"name": name}, now=now
    )
    return await _show(uow, row, now)


async def delete_calendar(uow: UnitOfWork, actor: Actor, calendar_id: UUID, now: datetime) -> None:
    """With its blocks from now on. Raises NotFound."""
    row = await _locked(uow, calendar_id)
    await imported_blocks.remove_future(uow, actor, calendar_id, row.vehicle_id, now)
    await ImportedCalendarRepository(uow).delete(calendar_id)
    subject = ("imported_calendar", calendar_id)
    before = {"name": row.name, "host": row.host}
    await record(uow, actor, "imported_calendar.deleted", subject=subject, before=before, now=now)


async def read_now(
    db: Database, settings: Settings, tenant: Tenant, calendar_id: UUID, now: datetime
) -> ImportedCalendarOut:
    """The calendar after it was read. What went wrong is in its ``problem``. Raises NotFound, CalendarReadRunning."""
    with _turn(tenant.id):
        await read_calendar(db, settings, tenant, calendar_id, now)
    async with db.uow(tenant.id, fresh=True) as uow:
        row = await ImportedCalendarRepository(uow).find(calendar_id)
        if row is None:
            raise NotFound
        return await _show(uow, row, now)


async def read_calendar(
    db: Database, settings: Settings, tenant: Tenant, calendar_id: UUID, now: datetime
) -> None:
    """Read the calendar, and block its vehicle as it says. What can't be read changes no block.

    Raises NotFound, TooBusy, VehicleAlreadyBooked.
    """
    today = now.astimezone(tenant.zone).date()
    async with db.uow(tenant.id, fresh=True) as uow:
        row = await ImportedCalendarRepository(uow).find(calendar_id)
    if row is None:
        raise NotFound
    is_current = row.read_on == today and row.problem is None and not row.conflicts
    known = Known(row.etag, row.last_modified, row.digest) if is_current else Known()
    result: Read | Problem
    try:
        url = _sealer(settings).unseal(row.sealed_url, f"{tenant.id} {calendar_id}")
        result = await _read(CalendarClient(settings), url, known, tenant, today)
    except CannotUnseal:
        result = "url_missing"
    except CannotRead as error:
        result = error.problem
    for attempt in range(MAX_ATTEMPTS):
        try:
            async with db.uow(tenant.id) as uow:
                await _note(uow, calendar_id, result, today, now)
            return
        except VehicleAlreadyBooked:
            if attempt == MAX_ATTEMPTS - 1:
                raise


async def list_conflicts(uow: UnitOfWork, now: datetime) -> list[CalendarConflict]:
    """Busy times of imported calendars that a booking or another block has, the next first; at most 50."""
    rows = await ImportedCalendarRepository(uow).conflicts(now, SHOWN_CONFLICTS)
    return [CalendarConflict.model_validate(row._asdict()) for row in rows]


async def claim_due(uow: UnitOfWork, now: datetime, limit: int) -> list[UUID]:
    """Calendars for this worker to read. Each is due again after the interval."""
    return await ImportedCalendarRepository(uow).claim(now, READ_EVERY, limit)


async def load_calendar_names(uow: UnitOfWork, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Names by id, for the audit log."""
    rows = await ImportedCalendarRepository(uow).list_all()
    return {row.id: row.name for row, _ in rows if row.id in ids}


async def _read(client: CalendarClient, url: str, known: Known, tenant: Tenant, today: date) -> Read:
    """Fetch and parse, without a connection of the database. Raises CannotRead, TooBusy."""
    try:
        fetched = await client.fetch(url, known.etag, known.last_modified)
    except CannotFetch as error:
        raise CannotRead(error.problem) from None
    if fetched.content is None:
        return Read(known.etag, known.last_modified, known.digest, None)
    digest = hashlib.sha256(fetched.content).digest()
    busy = None
    if digest != known.digest:
        try:
            busy = await _FILES.run(read_busy, fetched.content, tenant.timezone, today)
        except UnreadableCalendar as error:
            raise CannotRead(error.problem) from None
        except LimitExceeded:
            raise CannotRead("too_complex") from None
    return Read(fetched.etag, fetched.last_modified, digest, busy)


async def _note(
    uow: UnitOfWork, calendar_id: UUID, result: Read | Problem, today: date, now: datetime
) -> None:
    row = await ImportedCalendarRepository(uow).find(calendar_id, locked=True)
    if row is None:
        return
    if isinstance(result, Read):
        await _store(uow, row, result, today, now)
    else:
        row.problem, row.failing_since, row.checked_at = result, row.failing_since or now, now
        row.due_at = now + READ_EVERY
        await uow.session.flush()


async def _store(uow: UnitOfWork, row: ImportedCalendar, read: Read, today: date, now: datetime) -> None:
    row.checked_at = row.read_at = now
    if read.busy is not None:
        row.etag, row.last_modified, row.digest, row.read_on = (
            read.etag,
            read.last_modified,
            read.digest,
            today,
        )
        found = await imported_blocks.reconcile(uow, row.id, row.name, row.vehicle_id, read.busy, now)
        row.conflicts = [_conflict(each) for each in found[:MAX_CONFLICTS]]
        row.problem = row.failing_since = None
    row.due_at = now + (READ_CONFLICTS_EVERY if row.conflicts else READ_EVERY)
    await uow.session.flush()


def _conflict(each: Overlapping) -> dict[str, str]:
    return {
        "reservationId": str(each.reservation_id),
        "startsAt": each.starts_at.isoformat(),
        "endsAt": each.ends_at.isoformat(),
    }


async def _check_vehicle(uow: UnitOfWork, vehicle_id: UUID) -> str:
    """The vehicle's plate. Raises InvalidInput, TooManyImportedCalendars, TooManyCalendarsOfVehicle."""
    repository = ImportedCalendarRepository(uow)
    plate = await repository.find_plate(vehicle_id)
    if plate is None:
        raise InvalidInput.of("vehicleId", VEHICLE_UNKNOWN())
    if await repository.count() >= MAX_CALENDARS:
        raise TooManyImportedCalendars
    if await repository.count(vehicle_id) >= MAX_PER_VEHICLE:
        raise TooManyCalendarsOfVehicle
    return plate


async def _locked(uow: UnitOfWork, calendar_id: UUID) -> ImportedCalendar:
    row = await ImportedCalendarRepository(uow).find(calendar_id, locked=True)
    if row is None:
        raise NotFound
    return row


async def _show(uow: UnitOfWork, row: ImportedCalendar, now: datetime) -> ImportedCalendarOut:
    await uow.session.flush()
    plate = await ImportedCalendarRepository(uow).get_plate(row.vehicle_id)
    return _shown(row, plate, await imported_blocks.count_future(uow, now))


def _shown(row: ImportedCalendar, plate: str, blocks: Mapping[UUID, int]) -> ImportedCalendarOut:
    return ImportedCalendarOut(
        id=row.id,
        name=row.name,
        vehicle_id=row.vehicle_id,
        plate=plate,
        host=row.host,
        blocks=blocks.get(row.id, 0),
        checked_at=row.checked_at,
        read_at=row.read_at,
        failing_since=row.failing_since,
        problem=SentenceOut.of(PROBLEMS[row.problem]()) if row.problem else None,
        created_at=row.created_at,
    )


_reading: set[TenantId] = set()


@contextmanager
def _turn(tenant_id: TenantId) -> Iterator[None]:
    """Raises CalendarReadRunning while someone of this company has a calendar read."""
    if tenant_id in _reading:
        raise CalendarReadRunning(retry_after=RETRY_SECONDS)
    _reading.add(tenant_id)
    try:
        yield
    finally:
        _reading.discard(tenant_id)


def _sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "imported calendars")
