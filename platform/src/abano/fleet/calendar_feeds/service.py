"""Use cases of calendar feeds: owners add, rotate and delete them; calendars read them by their secret URL."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.expensive_work import BoundedWork
from abano.core.ids import new_id, new_token, token_hash
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.calendar_feeds.models import CalendarFeed
from abano.fleet.calendar_feeds.repository import CalendarFeedRepository
from abano.fleet.calendar_feeds.rules import MAX_FEEDS, READ_NOTED_EVERY, FeedContent, calendar_file
from abano.fleet.calendar_feeds.schemas import CalendarFeedOut, CalendarFeedRequest, CalendarFeedsResponse

VEHICLE_UNKNOWN = Message("calendar_vehicle_unknown", "This vehicle does not exist. Choose another.")
# A file with the maximum number of entries takes about a second of CPU time.
_FILES = BoundedWork(at_once=1, waiting=16)


class TooManyCalendarFeeds(Conflict):
    """There are already 500 calendar feeds. Delete one first."""


async def list_feeds(uow: UnitOfWork) -> CalendarFeedsResponse:
    rows = await CalendarFeedRepository(uow).list_all()
    return CalendarFeedsResponse(feeds=[CalendarFeedOut.of(row, plate) for row, plate in rows])


async def add_feed(
    uow: UnitOfWork, actor: Actor, request: CalendarFeedRequest, now: datetime
) -> tuple[UUID, str]:
    """The feed's id and its token, which is shown this once. Raises InvalidInput, TooManyCalendarFeeds."""
    feeds = CalendarFeedRepository(uow)
    await feeds.lock()
    if await feeds.count() >= MAX_FEEDS:
        raise TooManyCalendarFeeds
    plate = None
    if request.vehicle_id is not None:
        plate = await feeds.find_plate(request.vehicle_id)
        if plate is None:
            raise InvalidInput.of("vehicleId", VEHICLE_UNKNOWN())
    token = new_token()
    row = CalendarFeed(
        tenant_id=uow.tenant_id,
        id=new_id(),
        token_hash=token_hash(token),
        created_at=now,
        **request.model_dump(),
    )
    await feeds.add(row)
    after = {"name": row.name, "plate": plate, "showsReference": row.shows_reference}
    await record(uow, actor, "calendar_feed.added", subject=("calendar_feed", row.id), after=after, now=now)
    return row.id, token


async def rotate_feed(uow: UnitOfWork, actor: Actor, feed_id: UUID, now: datetime) -> str:
    """The new token; the URL before is refused from now on. Raises NotFound."""
    row, token = await _locked(uow, feed_id), new_token()
    row.token_hash, row.last_read_at = token_hash(token), None
    await record(uow, actor, "calendar_feed.rotated", subject=("calendar_feed", row.id), now=now)
    return token


async def delete_feed(uow: UnitOfWork, actor: Actor, feed_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    row = await _locked(uow, feed_id)
    await CalendarFeedRepository(uow).delete(feed_id)
    before = {"name": row.name}
    await record(
        uow, actor, "calendar_feed.deleted", subject=("calendar_feed", feed_id), before=before, now=now
    )


async def read_feed(uow: UnitOfWork, token: str, company: str, language: str, now: datetime) -> FeedContent:
    """What the feed's file is made of, and a note that it was read. Raises NotFound."""
    feeds = CalendarFeedRepository(uow)
    row = await feeds.find_by_hash(token_hash(token))
    if row is None:
        raise NotFound
    if row.last_read_at is None or row.last_read_at <= now - READ_NOTED_EVERY:
        await feeds.note_read(row.id, now)
    plate = await feeds.find_plate(row.vehicle_id) if row.vehicle_id else None
    return FeedContent(
        title=f"{company}: {plate}" if plate else company,
        language=language,
        entries=await feeds.entries(row.vehicle_id, now),
        names_vehicles=row.vehicle_id is None,
        shows_reference=row.shows_reference,
    )


async def make_file(content: FeedContent) -> bytes:
    """Off the event loop. Raises TooBusy."""
    return await _FILES.run(calendar_file, content)


async def load_feed_names(uow: UnitOfWork, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """Names by id, for the audit log."""
    return {row.id: row.name for row, _ in await CalendarFeedRepository(uow).list_all() if row.id in ids}


async def _locked(uow: UnitOfWork, feed_id: UUID) -> CalendarFeed:
    row = await CalendarFeedRepository(uow).find(feed_id)
    if row is None:
        raise NotFound
    return row
