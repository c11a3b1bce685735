"""All SQL of exchange rates."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import distinct_on

from abano.accounts.access.models import AdminRow
from abano.company.currencies.models import ExchangeRateRow
from abano.company.currencies.rules import ExchangeRate
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.models import TenantSettings


class Choice(NamedTuple):
    """What a company charges in, and what else it shows prices in."""

    charged: str
    shown: list[str]


class Entered(NamedTuple):
    """A rate of the history, and who entered it; None: nobody of the console."""

    rate: ExchangeRateRow
    admin_name: str | None


class ExchangeRateRepository:
    """Exchange rates of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def choice(self, *, locked: bool = False) -> Choice:
        """What the company charges and shows; ``locked`` against concurrent changes."""
        query = select(TenantSettings.currency, TenantSettings.display_currencies).where(
            TenantSettings.tenant_id == self._tenant
        )
        row = (await self._session.execute(query.with_for_update() if locked else query)).one()
        return Choice(row.currency, row.display_currencies)

    async def rates(self, charged: str, now: datetime) -> list[ExchangeRate]:
        """Of each currency the rate that is in force, for a company that charges in ``charged``."""
        row = ExchangeRateRow
        query = (
            select(row)
            .ext(distinct_on(row.currency))
            .where(row.tenant_id == self._tenant, row.base_currency == charged, row.valid_from <= now)
            .order_by(row.currency, row.valid_from.desc(), row.id.desc())
        )
        rates = await self._session.scalars(query)
        return [ExchangeRate(rate.currency, rate.rate, rate.valid_from) for rate in rates]

    async def all_rates(self, charged: str) -> list[ExchangeRate]:
        """Every rate of a company that charges in ``charged``, the one that begins first at the top."""
        row = ExchangeRateRow
        query = (
            select(row)
            .where(row.tenant_id == self._tenant, row.base_currency == charged)
            .order_by(row.valid_from, row.id)
        )
        return [
            ExchangeRate(rate.currency, rate.rate, rate.valid_from)
            for rate in await self._session.scalars(query)
        ]

    async def history(self, charged: str, limit: int) -> list[Entered]:
        """The rates that begin last, the latest first, with those that have not begun."""
        query = (
            select(ExchangeRateRow, AdminRow.name)
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == ExchangeRateRow.tenant_id)
                & (AdminRow.id == ExchangeRateRow.created_by),
            )
            .where(ExchangeRateRow.tenant_id == self._tenant, ExchangeRateRow.base_currency == charged)
            .order_by(ExchangeRateRow.valid_from.desc(), ExchangeRateRow.id.desc())
            .limit(limit)
        )
        return [Entered(*row) for row in await self._session.execute(query)]

    async def add(self, rate: ExchangeRateRow) -> None:
        self._session.add(rate)
        await self._session.flush()

    async def set_shown(self, currencies: list[str], now: datetime) -> None:
        statement = (
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(display_currencies=currencies, updated_at=now)
        )
        await self._session.execute(statement)
