"""List and delete visits, and set excluded addresses, for owners and managers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput, NotFound
from abano.errors.messages import RefusedValue
from abano.kit.cursor import decode_cursor, encode_cursor
from abano.models.clicks import IpVisit
from abano.traffic.visits.repository import VisitRepository
from abano.traffic.visits.rules import MOST_EXCLUDED, TOO_MANY_ADDRESSES, address_filter, network


@dataclass(frozen=True, slots=True)
class VisitPage:
    """Visits, newest first; ``next_cursor`` is None on the last page."""

    visits: tuple[IpVisit, ...]
    next_cursor: str | None


async def list_visits(
    uow: UnitOfWork,
    *,
    limit: int,
    cursor: str | None,
    paid: bool | None,
    address: str | None,
) -> VisitPage:
    """One page of visits. Raises InvalidInput for an invalid cursor or address."""
    try:
        behind = decode_cursor(cursor) if cursor else None
    except RefusedValue as error:
        raise InvalidInput.of("cursor", error.sentence) from error
    try:
        matching = address_filter(address.strip()) if address and address.strip() else None
    except RefusedValue as error:
        raise InvalidInput.of("address", error.sentence) from error
    rows = await VisitRepository(uow).newest(limit + 1, behind=behind, paid=paid, address=matching)
    page = tuple(rows[:limit])
    more = len(rows) > limit
    return VisitPage(page, encode_cursor(page[-1].visited_at, page[-1].id) if more else None)


async def delete_all(uow: UnitOfWork, actor: Actor, now: datetime) -> int:
    """Delete every visit of the company. Returns their number."""
    deleted = await VisitRepository(uow).delete_all()
    await record(
        uow,
        actor,
        "visits.all_deleted",
        subject=("visits", "all"),
        after={"deleted": deleted},
        now=now,
    )
    return deleted


async def delete_one(uow: UnitOfWork, actor: Actor, visit_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    if not await VisitRepository(uow).delete_one(visit_id):
        raise NotFound
    await record(uow, actor, "visits.deleted", subject=("visit", visit_id), now=now)


async def excluded_addresses(uow: UnitOfWork) -> list[str]:
    """Addresses and networks whose visits, clicks and answers are not stored."""
    return [_plain(text) for text in await VisitRepository(uow).excluded()]


async def exclude_addresses(
    uow: UnitOfWork, actor: Actor, addresses: Sequence[str], now: datetime
) -> list[str]:
    """Replace the list. Every copy follows within seconds. Raises InvalidInput."""
    if len(addresses) > MOST_EXCLUDED:
        raise InvalidInput.of("addresses", TOO_MANY_ADDRESSES(max=MOST_EXCLUDED))
    try:
        networks = list(dict.fromkeys(network(text) for text in addresses))
    except RefusedValue as error:
        raise InvalidInput.of("addresses", error.sentence) from error
    visits = VisitRepository(uow)
    before = [_plain(text) for text in await visits.excluded(locked=True)]
    await visits.exclude(networks, now)
    after = [_plain(str(item)) for item in networks]
    await record(
        uow,
        actor,
        "visits.exclusions_changed",
        subject=("visits", "excluded"),
        before={"excludedAddresses": before, "count": len(before)},
        after={"excludedAddresses": after, "count": len(after)},
        now=now,
    )
    return after


def _plain(text: str) -> str:
    """A single address without its /32 or /128."""
    return text.removesuffix("/32") if "." in text else text.removesuffix("/128")
