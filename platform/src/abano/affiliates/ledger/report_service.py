"""Reports of the ledger: affiliates, statements and payouts."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID

from abano.affiliates.errors import UnknownAffiliate
from abano.affiliates.ledger.report_repository import ReportRepository
from abano.affiliates.ledger.rules import Payout, ReferredBooking, StatementLine, Summary
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput
from abano.kit.clock import local_moment
from abano.kit.periods import LAST_DAY_BEFORE_FIRST
from abano.tenants.tenant import Tenant

LISTED_BOOKINGS = 1000


@dataclass(frozen=True, slots=True)
class Period:
    """Days in the company's time zone, both included; None is open."""

    first: date | None = None
    last: date | None = None

    def moments(self, tenant: Tenant) -> tuple[datetime | None, datetime | None]:
        """Start and exclusive end of the period. Raises InvalidInput when it ends before it begins."""
        if self.first and self.last and self.last < self.first:
            raise InvalidInput.of("to", LAST_DAY_BEFORE_FIRST())
        start = local_moment(datetime.combine(self.first, time()), tenant.zone) if self.first else None
        if self.last is None or self.last == date.max:
            return start, None
        return start, local_moment(datetime.combine(self.last + timedelta(days=1), time()), tenant.zone)


@dataclass(frozen=True, slots=True)
class Referred:
    """An affiliate's bookings, newest first; ``count`` is their total number, including cancelled ones."""

    count: int
    listed: list[ReferredBooking]


@dataclass(frozen=True, slots=True)
class Statement:
    """Balances in minor units."""

    affiliate: Summary
    opening: int
    lines: list[StatementLine]

    @property
    def closing(self) -> int:
        return self.lines[-1].balance if self.lines else self.opening


async def list_affiliates(uow: UnitOfWork, tenant: Tenant) -> list[Summary]:
    """All affiliates of the company."""
    return await ReportRepository(uow, tenant.currency).summaries()


async def get_affiliate(uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID) -> Summary:
    """Raises UnknownAffiliate."""
    summary = await ReportRepository(uow, tenant.currency).summary(affiliate_id)
    if summary is None:
        raise UnknownAffiliate
    return summary


async def referred_bookings(
    uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID, *, every: bool = False
) -> Referred:
    """An affiliate's newest bookings, at most ``LISTED_BOOKINGS``, or all."""
    reports = ReportRepository(uow, tenant.currency)
    listed = await reports.bookings(affiliate_id, None if every else LISTED_BOOKINGS)
    return Referred(await reports.count_bookings(affiliate_id), listed)


async def held_bookings(uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID) -> list[ReferredBooking]:
    """All bookings of an affiliate whose commission is on hold."""
    return await ReportRepository(uow, tenant.currency).held(affiliate_id)


async def list_payouts(
    uow: UnitOfWork, tenant: Tenant, *, affiliate_id: UUID | None = None, period: Period | None = None
) -> list[Payout]:
    """All payouts of a period, newest first. Raises InvalidInput."""
    since, until = (period or Period()).moments(tenant)
    reports = ReportRepository(uow, tenant.currency)
    return await reports.payouts(affiliate_id=affiliate_id, since=since, until=until)


async def load_statement(uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID, period: Period) -> Statement:
    """The opening balance and the changes of a period. Raises UnknownAffiliate, InvalidInput."""
    since, until = period.moments(tenant)
    affiliate = await get_affiliate(uow, tenant, affiliate_id)
    lines = await ReportRepository(uow, tenant.currency).statement(affiliate_id)
    before = [line for line in lines if since and line.happened_at < since]
    within = [line for line in lines[len(before) :] if until is None or line.happened_at < until]
    return Statement(affiliate, before[-1].balance if before else 0, within)
