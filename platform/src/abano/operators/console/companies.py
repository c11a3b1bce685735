"""Companies as operators see them: how much there is of what, never whose. Suspended and resumed here."""

import asyncio
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from abano.core.errors import NotFound
from abano.core.text import fold
from abano.operators.console.audit import Author, record
from abano.operators.console.database import OperatorDatabase, fetch_all, fetch_one
from abano.tenancy.directory.creation import NewCompany, check_slug, create_company
from abano.tenancy.plans.rules import Measure

# Counting everything takes a while on a large installation, and changes little in this time.
KEPT_SECONDS = 30.0
PAGE = 50
HOME = "home"
SortKey = Literal[
    "name",
    "created_at",
    "newest_session_at",
    "bookings",
    "quiz_sessions",
    "vehicles",
    "people",
    "storage_bytes",
    "failed_emails",
    "failing_jobs",
    "plan",
    "domains",
    "emails_today",
    "quiz_sessions_month",
    "api_calls_month",
]


@dataclass(frozen=True, slots=True)
class Usage:
    """Bookings, quiz sessions and emails that could not be delivered are those of 30 days.

    ``newest_session_at``: when the newest of the sessions began that have not ended. ``oldest_email_at``: since when
    the longest-waiting email has been due. ``domains``: those it added itself. Today and this month are those of UTC,
    as the worker counted them within the last hour.
    """

    people: int
    newest_session_at: datetime | None
    bookings: int
    quiz_sessions: int
    vehicles: int
    storage_bytes: int
    failed_emails: int
    oldest_email_at: datetime | None
    domains: int = 0
    emails_today: int = 0
    quiz_sessions_month: int = 0
    api_calls_month: int = 0

    def of_plan(self) -> dict[Measure, int]:
        """What counts for each limit of the plan."""
        return {
            "vehicles": self.vehicles,
            "staff": self.people,
            "storage_bytes": self.storage_bytes,
            "domains": self.domains,
            "emails": self.emails_today,
            "quiz_sessions": self.quiz_sessions_month,
            "api_calls": self.api_calls_month,
        }


@dataclass(frozen=True, slots=True)
class Company:
    """``cluster`` is ``home`` or the name of another one, whose figures are not read from here.

    ``deletes_at``: when everything of a company that is being deleted will be removed.
    """

    id: UUID
    slug: str
    name: str
    status: str
    cluster: str
    created_at: datetime
    is_default: bool
    suspension_reason: str
    suspended_at: datetime | None
    deletes_at: datetime | None
    hosts: list[str]
    is_open: bool
    failing_jobs: int
    plan_id: UUID
    plan: str
    usage: Usage | None


class Companies:
    """All companies, counted at most every ``KEPT_SECONDS``."""

    def __init__(self, db: OperatorDatabase) -> None:
        self._db = db
        self._lock = asyncio.Lock()
        self._known: tuple[float, list[Company]] | None = None

    async def all(self, now: datetime) -> list[Company]:
        """By slug. Raises DatabaseUnavailable."""
        async with self._lock:
            if self._known is None or time.monotonic() - self._known[0] >= KEPT_SECONDS:
                async with self._db.transaction() as conn:
                    rows = await fetch_all(conn, "list_companies", {"now": now})
                self._known = (time.monotonic(), [_company(*row) for row in rows])
            return self._known[1]

    def forget(self) -> None:
        """After a change."""
        self._known = None

    async def page(
        self, now: datetime, *, search: str, sort: SortKey, is_descending: bool, offset: int
    ) -> tuple[list[Company], int]:
        """Up to ``PAGE`` companies from ``offset`` on, and how many match ``search``."""
        wanted = fold(search)
        found = [each for each in await self.all(now) if _matches(each, wanted)]
        # Where a figure is missing, it is last in both directions.
        known = [each for each in found if _value(each, sort) is not None]
        missing = [each for each in found if _value(each, sort) is None]
        known.sort(key=lambda each: _comparable(each, sort), reverse=is_descending)
        return [*known, *missing][offset : offset + PAGE], len(found)

    async def get(self, slug: str, now: datetime) -> Company:
        """Raises NotFound."""
        found = _of_slug(await self.all(now), slug)
        if found is None:
            # Another process, or the command line, may have created it since.
            async with self._db.transaction() as conn:
                if await fetch_one(conn, "is_company", {"slug": slug}) is None:
                    raise NotFound
            self.forget()
            found = _of_slug(await self.all(now), slug)
        if found is None:
            raise NotFound
        return found

    async def suspend(self, slug: str, reason: str, author: Author, now: datetime) -> bool:
        """Close the company's site. Returns False if it was closed already. Raises NotFound."""
        return await self._change("suspend", slug, author, now, {"reason": reason})

    async def resume(self, slug: str, author: Author, now: datetime) -> bool:
        """Open it again. Returns False if it was not closed. Raises NotFound."""
        return await self._change("resume", slug, author, now, {})

    async def create(self, company: NewCompany, author: Author, now: datetime) -> None:
        """Add a company, which the worker fills. Raises InvalidInput, TenantExists, DomainTaken."""
        async with self._db.transaction() as conn:
            slugs = {row[0] for row in await fetch_all(conn, "list_slugs", {})}
            check_slug(company.slug, slugs)
            await create_company(conn, company)
            details = {"host": company.host, "owner": company.owner_email}
            await record(conn, author, "company.created", company.slug, now, details)
        self.forget()

    async def _change(
        self, statement: str, slug: str, author: Author, now: datetime, details: dict[str, str]
    ) -> bool:
        async with self._db.transaction() as conn:
            changed = await fetch_one(conn, statement, {"slug": slug, "now": now, **details})
            if changed is None and await fetch_one(conn, "is_company", {"slug": slug}) is None:
                raise NotFound
            if changed is not None:
                verb = "suspended" if statement == "suspend" else "resumed"
                await record(conn, author, f"company.{verb}", slug, now, details)
        self.forget()
        return changed is not None


def _company(
    company_id: UUID,
    slug: str,
    name: str,
    status: str,
    placement: str,
    created_at: datetime,
    is_default: bool,
    reason: str,
    suspended_at: datetime | None,
    deletes_at: datetime | None,
    hosts: list[str],
    is_open: bool,
    people: int,
    newest: datetime | None,
    bookings: int,
    quiz_sessions: int,
    vehicles: int,
    storage: int,
    failed_emails: int,
    oldest_email_at: datetime | None,
    failing_jobs: int,
    plan_id: UUID,
    plan: str,
    *of_plan: int,
) -> Company:
    usage = Usage(
        people,
        newest,
        bookings,
        quiz_sessions,
        vehicles,
        int(storage),
        failed_emails,
        oldest_email_at,
        *map(int, of_plan),
    )
    return Company(
        company_id,
        slug,
        name,
        status,
        placement or HOME,
        created_at,
        is_default,
        reason,
        suspended_at,
        deletes_at,
        hosts,
        is_open,
        failing_jobs,
        plan_id,
        plan,
        None if placement else usage,
    )


def _of_slug(companies: list[Company], slug: str) -> Company | None:
    return next((each for each in companies if each.slug == slug), None)


def _matches(company: Company, wanted: str) -> bool:
    return any(wanted in fold(text) for text in (company.name, company.slug, *company.hosts))


def _value(company: Company, sort: SortKey) -> object:
    if sort in {"name", "created_at", "failing_jobs", "plan"}:
        return getattr(company, sort)
    return getattr(company.usage, sort) if company.usage else None


def _comparable(company: Company, sort: SortKey) -> tuple[object, str]:
    value = _value(company, sort)
    return (fold(value) if isinstance(value, str) else value, company.slug)
