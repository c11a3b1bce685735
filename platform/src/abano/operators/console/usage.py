"""Usage by company and day, as the worker counted it, for invoices."""

from collections.abc import AsyncIterator
from dataclasses import astuple, dataclass, fields
from datetime import date, timedelta

from abano.core.errors import LAST_DAY_BEFORE_FIRST, InvalidInput, Message
from abano.operators.console.database import OperatorDatabase, fetch_all
from abano.tenancy.plans.rules import Measure

PAGE = 1_000
MAX_DAYS = 366
NO_SUCH_PAGE = Message("usage_no_such_page", "Ask for a page as the one before named it.", for_operators=True)
TOO_MANY_DAYS = Message("usage_too_many_days", "Choose at most {days, number} days.", for_operators=True)


@dataclass(frozen=True, slots=True)
class UsageOfDay:
    """``value``: the most of vehicles, staff, storage (bytes) and domains that day, else how many there were.

    ``over_limit``: what of it was beyond the plan's hard limit.
    """

    company: str
    day: date
    measure: Measure
    value: int
    over_limit: int


@dataclass(frozen=True, slots=True)
class UsageFilter:
    """Both days are included. ``company``: a slug; None: all."""

    first: date
    last: date
    company: str | None = None

    def check(self) -> None:
        """Raises InvalidInput."""
        if self.last < self.first:
            raise InvalidInput.of("last", LAST_DAY_BEFORE_FIRST())
        if self.last - self.first >= timedelta(days=MAX_DAYS):
            raise InvalidInput.of("last", TOO_MANY_DAYS(days=MAX_DAYS))


@dataclass(frozen=True, slots=True)
class UsagePage:
    """``after``: where the next page begins; None: this is the last one."""

    rows: list[UsageOfDay]
    after: str | None


async def list_usage(db: OperatorDatabase, wanted: UsageFilter, after: str = "") -> UsagePage:
    """Up to ``PAGE`` rows by day, company and measure. Raises InvalidInput."""
    wanted.check()
    day, slug, measure = _read(after)
    values = {
        "first": wanted.first,
        "last": wanted.last,
        "company": wanted.company,
        "day": day,
        "slug": slug,
        "measure": measure,
        "limit": PAGE,
    }
    async with db.transaction() as conn:
        rows = [UsageOfDay(*row) for row in await fetch_all(conn, "list_usage", values)]
    end = rows[-1] if len(rows) == PAGE else None
    return UsagePage(rows, f"{end.day.isoformat()}/{end.company}/{end.measure}" if end else None)


async def usage_csv(db: OperatorDatabase, wanted: UsageFilter) -> AsyncIterator[str]:
    """The same rows as a CSV file, page by page: no connection is held while it is sent."""
    yield _lines([tuple(each.name for each in fields(UsageOfDay))])
    after: str | None = ""
    while after is not None:
        page = await list_usage(db, wanted, after)
        yield _lines([astuple(row) for row in page.rows])
        after = page.after


def _read(after: str) -> tuple[date | None, str, str]:
    day, _, rest = after.partition("/")
    slug, _, measure = rest.partition("/")
    try:
        return (date.fromisoformat(day) if day else None), slug, measure
    except ValueError:
        raise InvalidInput.of("after", NO_SUCH_PAGE()) from None


def _lines(rows: list[tuple[object, ...]]) -> str:
    # Slugs, days, names of measures and numbers: nothing that has to be quoted.
    return "".join(",".join(map(str, row)) + "\r\n" for row in rows)
