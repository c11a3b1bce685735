"""SQL of exchange rates."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import distinct_on, insert

from abano.accounts.access.models import AdminRow
from abano.catalog.exchange_rates.models import DailyRates, ExchangeRateRow, HeldRate
from abano.catalog.exchange_rates.rules import ExchangeRate
from abano.db.repositories import AddingRepository, Repository
from abano.tenancy.directory.models import TenantSettings


class Choice(NamedTuple):
    """The currency a company charges in, and the other currencies it shows prices in."""

    charged: str
    shown: list[str]


class Entered(NamedTuple):
    """A past rate and its author. None: not entered by a console admin."""

    rate: ExchangeRateRow
    admin_name: str | None


class ExchangeRateRepository(AddingRepository):
    """Exchange rates of one tenant, within the caller's transaction."""

    async def choice(self, *, locked: bool = False) -> Choice:
        """The company's currencies. ``locked``: lock the row until the transaction ends."""
        query = select(TenantSettings.currency, TenantSettings.display_currencies).where(
            TenantSettings.tenant_id == self._tenant
        )
        row = (await self._session.execute(query.with_for_update() if locked else query)).one()
        return Choice(row.currency, row.display_currencies)

    async def rates(self, charged: str, now: datetime) -> list[ExchangeRate]:
        """Of each currency the rate that is in force, for a company that charges in ``charged``."""
        rates = await self.rows_in_force(charged, now)
        return [ExchangeRate(rate.currency, rate.rate, rate.valid_from) for rate in rates]

    async def rows_in_force(self, charged: str, now: datetime) -> list[ExchangeRateRow]:
        """The same as rows."""
        row = ExchangeRateRow
        query = (
            select(row)
            .ext(distinct_on(row.currency))
            .where(row.tenant_id == self._tenant, row.base_currency == charged, row.valid_from <= now)
            .order_by(row.currency, row.valid_from.desc(), row.id.desc())
        )
        return list(await self._session.scalars(query))

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
        """The newest rates by start date, latest first, including future ones."""
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

    async def set_shown(self, currencies: list[str], now: datetime) -> None:
        statement = (
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(display_currencies=currencies, updated_at=now)
        )
        await self._session.execute(statement)


class DailyRateRepository(Repository):
    """Daily rates of one tenant, and the held ones. Uses the caller's transaction."""

    async def find(self, *, locked: bool = False) -> DailyRates | None:
        query = select(DailyRates).where(DailyRates.tenant_id == self._tenant)
        return await self._session.scalar(query.with_for_update() if locked else query)

    async def switch_on(self, now: datetime) -> None:
        """Turn daily rates on, due immediately."""
        statement = insert(DailyRates).values(tenant_id=self._tenant, due_at=now)
        await self._session.execute(statement.on_conflict_do_nothing())

    async def switch_off(self) -> None:
        """Turn daily rates off and delete held rates."""
        for table in (DailyRates, HeldRate):
            await self._session.execute(delete(table).where(table.tenant_id == self._tenant))

    async def held(self, charged: str) -> list[HeldRate]:
        """Held rates, by currency."""
        query = select(HeldRate).where(
            HeldRate.tenant_id == self._tenant,
            HeldRate.base_currency == charged,
            HeldRate.dismissed_at.is_(None),
        )
        return list(await self._session.scalars(query.order_by(HeldRate.currency)))

    async def lock_held(self, currency: str) -> HeldRate | None:
        query = select(HeldRate).where(HeldRate.tenant_id == self._tenant, HeldRate.currency == currency)
        return await self._session.scalar(query.with_for_update())

    async def hold(self, rate: HeldRate) -> None:
        """In the place of an earlier one of the currency."""
        await self._session.merge(rate)
        await self._session.flush()

    async def drop_held(self, currency: str) -> None:
        await self._session.execute(
            delete(HeldRate).where(HeldRate.tenant_id == self._tenant, HeldRate.currency == currency)
        )


@dataclass(frozen=True, slots=True)
class CurrencyOverview:
    """A company's currencies, its current rates and its newest ones (latest start date first)."""

    choice: Choice
    in_force: list[ExchangeRateRow]
    history: list[Entered]
    at: datetime
    daily: DailyRates | None
    held: list[HeldRate]
