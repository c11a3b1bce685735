"""SQL of availability and holds."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from abano.db.unit_of_work import PipelineTransaction
from abano.fleet.availability.rules import Gap, Taken
from abano.fleet.reservations.rules import Period
from abano.jobs.registry import tenants_by
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.fleet.availability", "queries.sql")
NO_TOKEN = b""


tenants_with_expired_holds = tenants_by(
    "select distinct tenant_id from car_holds where expires_at <= %(now)s"
)


class AvailabilityRepository:
    """What of one tenant's fleet is free, within the caller's transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id

    async def free(self, period: Period) -> dict[UUID, int]:
        """Free vehicles by car, for every car that has vehicles."""
        return dict(await self._rows("cars_free", **_of(period)))

    async def held(self, period: Period, now: datetime, own: bytes = NO_TOKEN) -> dict[UUID, int]:
        """Live holds of others by car."""
        rows = await self._rows("cars_held", **_of(period), now=now, own=own)
        return dict(rows)

    async def gaps(self, cars: Sequence[UUID], period: Period) -> dict[UUID, list[Gap]]:
        """When vehicles of the cars are free again for as long, in order."""
        length = period.blocked_until - period.starts_at
        found: dict[UUID, list[Gap]] = defaultdict(list)
        values = {"blocked_until": period.blocked_until, "cars": list(cars), "length": length}
        for car, free_since, taken_from in await self._rows("gaps", **values):
            found[car].append(Gap(free_since, taken_from))
        return found

    async def busy(
        self, cars: Sequence[UUID], starts_at: datetime, ends_at: datetime
    ) -> dict[UUID, dict[UUID, list[Taken]]]:
        """When each vehicle of these cars is taken within the window, by car and vehicle."""
        found: dict[UUID, dict[UUID, list[Taken]]] = defaultdict(lambda: defaultdict(list))
        values = {"cars": list(cars), "starts_at": starts_at, "ends_at": ends_at}
        for car, vehicle, start, end in await self._rows("busy", **values):
            times = found[car][vehicle]
            if start is not None:
                times.append(Taken(start, end))
        return found

    async def live_holds(self, address_hash: bytes, own: bytes, now: datetime) -> int:
        """Of one address, but for the visitor's own. Concurrent calls for it wait until the transaction ends."""
        await self._run("lock_holds_of_address", address_hash=address_hash)
        rows = await self._rows("live_holds_of_address", address_hash=address_hash, own=own, now=now)
        return int(rows[0][0])

    async def hold(
        self, own: bytes, car: UUID, period: Period, address_hash: bytes | None, expires_at: datetime
    ) -> None:
        """One hold a visitor: the next one takes its place."""
        values = {"own": own, "car": car, "address_hash": address_hash, "expires_at": expires_at}
        await self._run("hold", **_of(period), **values)

    async def drop_hold(self, own: bytes) -> None:
        await self._run("drop_hold", own=own)

    async def drop_expired(self, now: datetime) -> None:
        await self._run("drop_expired_holds", now=now)

    async def _rows(self, query: str, **values: Any) -> list[Any]:
        cursor = await self._connection.execute(
            QUERIES[query], {"tenant": self._tenant} | values, prepare=True
        )
        return await cursor.fetchall()

    async def _run(self, query: str, **values: Any) -> None:
        await self._connection.execute(QUERIES[query], {"tenant": self._tenant} | values)


def _of(period: Period) -> dict[str, Any]:
    return {"starts_at": period.starts_at, "blocked_until": period.blocked_until}
