"""Installation checks: what tables, Postgres and the analytics service say of this installation, kept for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Depends, Request

from abano.analytics.figures.client import AnalyticsAway
from abano.core.api_model import ApiModel
from abano.db.migration_support import expected_revision
from abano.operators.console.check_rules import (
    AnalyticsFacts,
    BackupFacts,
    Check,
    DomainFacts,
    MailFacts,
    State,
    VersionFacts,
    WorkerFacts,
    check_analytics,
    check_backup,
    check_certificates,
    check_dns,
    check_jobs,
    check_mail,
    check_versions,
    check_workers,
)
from abano.operators.console.database import OperatorDatabase, fetch_all, fetch_one
from abano.operators.console.endpoints import get_operator
from abano.web.dependencies import AppClock

router = APIRouter(prefix="/api/operator/checks", tags=["operator"])
KEPT_SECONDS = 30.0
MAX_DOMAINS = 5_000
# The subject of `abano backup` in the operators' audit log.
BACKUP = "backup"
# Seconds by which figures are behind, and the version. Raises AnalyticsAway.
AskAnalytics = Callable[[], Awaitable[tuple[float, str]]]


@dataclass(frozen=True, slots=True)
class Found:
    """``at``: when it was looked up."""

    checks: list[Check]
    at: datetime


class Checks:
    """Looked up at most every ``KEPT_SECONDS``. Analytics is asked in the background: no request waits for it."""

    def __init__(self, db: OperatorDatabase, ask_analytics: AskAnalytics, *, has_mail_server: bool) -> None:
        self._db = db
        self._ask = ask_analytics
        self._has_mail_server = has_mail_server
        self._lock = asyncio.Lock()
        self._known: tuple[float, Found] | None = None
        self._analytics: AnalyticsFacts | None = None
        self._asking: asyncio.Task[None] | None = None

    async def load(self, now: datetime) -> Found:
        """Raises DatabaseUnavailable."""
        async with self._lock:
            if self._known is None or time.monotonic() - self._known[0] >= KEPT_SECONDS:
                self._known = (time.monotonic(), await self._find(now))
                self._ask_again()
            found = self._known[1]
        return Found([*found.checks, check_analytics(self._analytics)], found.at)

    async def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)

    def _ask_again(self) -> None:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._note_analytics())

    async def _note_analytics(self) -> None:
        try:
            self._analytics = AnalyticsFacts(*await self._ask())
        except AnalyticsAway:
            self._analytics = AnalyticsFacts(None)

    async def _find(self, now: datetime) -> Found:
        expected = await asyncio.to_thread(expected_revision)
        async with self._db.transaction() as conn:
            mail = await fetch_one(conn, "check_mail", {"now": now})
            workers = await fetch_one(conn, "check_workers", {})
            domains = await fetch_all(conn, "check_domains", {"limit": MAX_DOMAINS})
            backup = await fetch_one(conn, "check_backup", {"subject": BACKUP})
            versions = await fetch_one(conn, "check_versions", {})
        working = WorkerFacts(*(workers or (0, None, None, 0)))
        listed = [_domain(*row) for row in domains]
        sent_at, failed, waiting, oldest_at = mail or (None, 0, 0, None)
        applied, postgres, number = versions or (None, "", 0)
        analytics = self._analytics.version if self._analytics else None
        return Found(
            [
                check_workers(working),
                check_jobs(working),
                check_mail(MailFacts(self._has_mail_server, sent_at, failed, waiting, oldest_at), now),
                check_backup(BackupFacts(*(backup or (None, False, None, None))), now),
                check_dns(listed, now),
                check_certificates(listed, now),
                check_versions(
                    VersionFacts(version("abano"), applied, expected, postgres, number, analytics)
                ),
            ],
            now,
        )


def _domain(
    host: str, checked_at: datetime | None, dns: str | None, certificate: str | None, until: Any
) -> DomainFacts:
    return DomainFacts(host, checked_at, dns, certificate, _moment(until))


def _moment(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone(UTC) if text else None
    except ValueError:
        return None


class CheckOut(ApiModel):
    """``advice``: what to do, empty when there is nothing. ``path``: of the console's page about it."""

    key: str
    title: str
    state: State
    sentence: str
    advice: str
    path: str

    @classmethod
    def of(cls, check: Check) -> "CheckOut":
        return cls.model_validate(check, from_attributes=True)


class ChecksResponse(ApiModel):
    success: Literal[True] = True
    checks: list[CheckOut]
    checked_at: datetime


async def get_checks(request: Request) -> Checks:
    return cast(Checks, request.app.state.checks)


@router.get("", dependencies=[Depends(get_operator)])
async def list_operator_checks(
    checks: Annotated[Checks, Depends(get_checks)], clock: AppClock
) -> ChecksResponse:
    """What is well with this installation, and what needs a look. At most half a minute old."""
    found = await checks.load(clock.now())
    return ChecksResponse(checks=[CheckOut.of(each) for each in found.checks], checked_at=found.at)
