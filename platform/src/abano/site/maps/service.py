"""A per-process cache of maps: places and routes rarely change."""

import logging
from collections.abc import Sequence
from functools import partial

from abano.core.expensive_work import BoundedWork, LimitExceeded, Limits
from abano.core.ttl_cache import TtlCache
from abano.db.unit_of_work import TenantId
from abano.site.maps.drawing import Drawing, Frame, drawing_of
from abano.site.maps.outlines import Point

log = logging.getLogger(__name__)

KEPT_SECONDS = 24 * 3600
# About 20 kB each.
MAX_KEPT = 500
WAITING, WAITING_EACH = 20, 5
# A map of a continent takes some seconds, most a fraction of one.
LIMITS = Limits(cpu_seconds=20, memory_mb=512)
NOTHING = Drawing((), "", (0, 0))


class RegionMaps:
    def __init__(self) -> None:
        self._work = BoundedWork(at_once=1, waiting=WAITING, limits=LIMITS, max_each=WAITING_EACH)
        self._kept: TtlCache[tuple[Frame, tuple[Point, ...]], Drawing] = TtlCache(
            seconds=KEPT_SECONDS, max_entries=MAX_KEPT
        )

    async def drawing(self, tenant_id: TenantId, frame: Frame, points: Sequence[Point]) -> Drawing:
        """The map of a frame; without outlines where they take too long. Raises TooBusy."""
        own = tuple(sorted(set(points)))

        async def load() -> Drawing:
            try:
                return await self._work.run(partial(drawing_of, frame, own), owner=tenant_id)
            except LimitExceeded:
                log.warning("map not drawn", extra={"frame": frame})
                return NOTHING

        return await self._kept.get((frame, own), load)
