"""Looks at a company's last days. Asked by one background task, hourly at most: nothing is remembered."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import duckdb

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.metrics.alarms import BASE_DAYS, DAYS, WHOLE, Day, Fall, falls, silent_hours
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_shared.campaign_names import name_key
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures", "watch.sql")
# A booking or completion counts when it came so soon after the session's start.
WITHIN = timedelta(hours=6)
HOURS = BASE_DAYS * 24


class Watch:
    """For use by several threads."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress

    def look(self, tenant_id: UUID, last: date, *, with_falls: bool = True) -> dict[str, Any]:
        """The falls of the days up to ``last``, and since when there is silence. Blocks.

        Falls are null when they are not asked for, and while a session of these days may still book within its
        hours, as far as the warehouse knows.
        Raises WarehouseNotReady, UnknownTenant.
        """
        # Read first: what is counted then holds all of it.
        through = self._progress.data_through
        if not self._progress.is_complete or through is None:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                zone = ZoneInfo(reader.tenant_state(conn, tenant_id).timezone)
                until = _midnight(last + timedelta(days=1), zone)
                is_known = with_falls and through >= until + WITHIN
                found = falls(_days(conn, tenant_id, last, zone)) if is_known else None
                return {
                    "success": True,
                    "falls": None if found is None else [_shown(fall, last) for fall in found],
                    "silentSince": _silent_since(conn, tenant_id, through),
                    "dataThrough": through,
                }
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error


def _days(
    conn: duckdb.DuckDBPyConnection, tenant_id: UUID, last: date, zone: ZoneInfo
) -> dict[str, list[Day]]:
    first = last - timedelta(days=DAYS - 1)
    edges = [_microseconds(_midnight(first + timedelta(days=day), zone)) for day in range(DAYS + 1)]
    given = {
        "tenant": tenant_id,
        "starts": edges[:-1],
        "until": edges[-1],
        "within": WITHIN // timedelta(microseconds=1),
    }
    counted = {WHOLE: [Day()] * DAYS}
    spelled: Counter[tuple[str, str]] = Counter()
    for day, campaign, *counts in conn.execute(QUERIES["days"], given).fetchall():
        key = name_key(campaign)
        spelled[key, campaign] += counts[0]
        for name in (key, WHOLE):
            before = counted.setdefault(name, [Day()] * DAYS)[day]
            counted[name][day] = Day(
                before.sessions + counts[0], before.completed + counts[1], before.booked + counts[2]
            )
    # Under their most frequent spelling.
    labels = {key: campaign for (key, campaign), _ in reversed(spelled.most_common())}
    return {labels.get(key, key): days for key, days in counted.items()}


def _silent_since(conn: duckdb.DuckDBPyConnection, tenant_id: UUID, through: datetime) -> datetime | None:
    """The newest session's start where it is suspiciously long ago."""
    until = _microseconds(through)
    given = {"tenant": tenant_id, "starts": [until - HOURS * 3_600_000_000], "until": until}
    hours = [0] * HOURS
    for ago, sessions in conn.execute(QUERIES["hours"], given).fetchall():
        # The earliest instant is the whole time ago, an hour too many.
        hours[max(0, HOURS - 1 - ago)] = sessions
    if not silent_hours(hours):
        return None
    newest = conn.execute(QUERIES["newest"], {"tenant": tenant_id, "until": until}).fetchone()
    return datetime.fromtimestamp(newest[0] / 1e6, UTC) if newest and newest[0] is not None else None


def _shown(fall: Fall, last: date) -> dict[str, Any]:
    return {
        "measure": fall.measure,
        "campaign": fall.campaign,
        "since": last - timedelta(days=fall.days - 1),
        "until": last,
        "sessions": fall.sessions,
        "now": fall.now,
        "before": fall.before,
        "chance": fall.chance,
    }


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def _microseconds(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
