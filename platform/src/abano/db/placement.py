"""On which cluster a company's rows are, as the directory (``tenants`` of the first cluster) says."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from abano.core.errors import DatabaseUnavailable
from abano.db.driver_errors import stands_for
from abano.db.unit_of_work import TenantId

PLACEMENT = "select placement, coalesce(moving_until > now(), false) from tenants where id = %s"
# A move announces itself longer than this before it happens, so that no copy remembers the old place then.
REMEMBERED_SECONDS = 5.0


@stands_for("AB040")
class TenantMoved(DatabaseUnavailable):
    """This company is being moved to other machines. Please try again in a moment."""


@dataclass(frozen=True, slots=True)
class Placement:
    """``cluster`` is empty for the one that holds the directory. ``is_moving``: it may be another one in a moment."""

    cluster: str
    is_moving: bool


class Placements:
    """Where companies are, remembered for some seconds; one that is being moved is asked for each time."""

    def __init__(self, load: Callable[[TenantId], Awaitable[Placement]]) -> None:
        self._load = load
        self._known: dict[TenantId, tuple[Placement, float]] = {}

    async def cluster_of(self, tenant_id: TenantId) -> str:
        known = self._known.get(tenant_id)
        now = time.monotonic()
        if known is None or known[0].is_moving or now - known[1] >= REMEMBERED_SECONDS:
            known = self._known[tenant_id] = (await self._load(tenant_id), now)
        return known[0].cluster

    def forget(self) -> None:
        self._known.clear()
