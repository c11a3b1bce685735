"""The part of a move while the company keeps writing: rows are copied, and the target catches up, within limits."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from abano.core.errors import Message
from abano.tenancy.clusters.clusters import CannotMove, shown
from abano.tenancy.clusters.replication import Link, count_rows

POLL_SECONDS = 0.1
# The pause starts when less than this of the source's log is left.
NEAR_BYTES = 1_000_000
# What the source may keep of its log for the target, before the move is given up.
MAX_LOG_BYTES = 8_000_000_000
# Without progress in between. A restart of the source counts as up to three.
MAX_ERRORS = 6

REFUSED = Message(
    "rows_refused",
    "Cluster {target} refuses rows of {slug}, for example because another company there has the same keys. The log of"
    " its Postgres says which.",
    for_operators=True,
)
TOO_FAR_BEHIND = Message(
    "move_too_far_behind",
    "Cluster {target} is too far behind: {source} would have to keep more than {megabytes} MB of its log for it.",
    for_operators=True,
)
LOG_REMOVED = Message(
    "move_log_removed",
    "Cluster {source} no longer has the log that {target} needs: it was removed (max_slot_wal_keep_size), or lost"
    " with a failover. Try again.",
    for_operators=True,
)

Step = Literal["copying", "switching", "removing"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a move is. ``tables_done``: copied and up to date. ``rows``: of them, and of copies under way.

    ``removing``: the company works on its new cluster, and its rows are deleted from the old one.
    """

    step: Step = "copying"
    tables_done: int = 0
    tables: int = 0
    rows: int = 0


# May raise to stop the move, which leaves the company where it is.
Report = Callable[[Progress], None]


def report_nothing(_progress: Progress) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Limits:
    """``pause``: seconds in which writes may wait. ``log_bytes``: of the source's log, kept for the target.

    ``keeps_way_back``: leave the old cluster's rows, and have them follow the new one's.
    """

    pause: float = 5.0
    log_bytes: int = MAX_LOG_BYTES
    keeps_way_back: bool = False


class _Watch:
    """Ends a move whose target cannot keep up, or refuses rows."""

    def __init__(self, link: Link, slug: str, limits: Limits) -> None:
        self._link, self._slug, self._limits = link, slug, limits
        self._errors = link.errors()
        self._done = 0

    def check(self, tables_done: int) -> None:
        """Raises CannotMove."""
        names = {"source": shown(self._link.source.name), "target": shown(self._link.target.name)}
        retained = self._link.retained()
        if retained is None or self._link.has_lost_slots():
            raise CannotMove(LOG_REMOVED(**names))
        if retained > self._limits.log_bytes:
            raise CannotMove(TOO_FAR_BEHIND(**names, megabytes=self._limits.log_bytes // 1_000_000))
        errors = self._link.errors()
        if tables_done > self._done:
            self._done, self._errors = tables_done, errors
        if errors - self._errors >= MAX_ERRORS:
            raise CannotMove(REFUSED(target=names["target"], slug=self._slug))


def replicate(link: Link, slug: str, limits: Limits, report: Report) -> int:
    """Wait until every table is copied and up to date. The company keeps writing. Returns the number of rows."""
    watch = _Watch(link, slug, limits)
    counted: dict[str, int] = {}
    number = len(link.tables)
    while True:
        for name in link.ready() - counted.keys():
            counted[name] = count_rows(link.target.conn, link.tenant_id, name)
        rows = sum(counted.values()) + link.copying()
        report(Progress("copying", len(counted), number, rows))
        watch.check(len(counted))
        if len(counted) == number:
            return rows
        time.sleep(POLL_SECONDS)


def catch_up(link: Link, slug: str, limits: Limits, report: Report, rows: int) -> None:
    """Wait until little is left that the target has not got."""
    watch, number = _Watch(link, slug, limits), len(link.tables)
    while link.behind(link.mark()) > NEAR_BYTES:
        report(Progress("copying", number, number, rows))
        watch.check(number)
        time.sleep(POLL_SECONDS)
