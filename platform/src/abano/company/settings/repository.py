"""SQL of a company's settings, languages, exchange rates, and the steps before its site opens."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, cast

from sqlalchemy import delete, exists, or_, select, text, update
from sqlalchemy.dialects.postgresql import distinct_on, insert

from abano.accounts.access.models import AdminRow
from abano.bookings.lifecycle.models import BookingRow
from abano.catalog.published.models import CatalogDraftRow, SiteDocument
from abano.company.settings.models import DailyRates, ExchangeRateRow, HeldRate
from abano.company.settings.rules import LEGAL, CompanyLanguages, ExchangeRate, Facts, Written
from abano.db.base import Base
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.quiz.definition import QuizDefinition, QuizTexts, by_language
from abano.marketing.quiz.models import QuizDefinitionRow
from abano.tenancy.directory.models import TenantSettings

WITHOUT_MONEY = {"tenant_settings", "exchange_rates", "held_rates", "ad_accounts"}


class SettingsRepository:
    """The settings of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def get(self, *, locked: bool = False) -> TenantSettings:
        """``locked``: lock the row until the transaction ends."""
        query = select(TenantSettings).where(TenantSettings.tenant_id == self._tenant)
        if locked:
            query = query.with_for_update().execution_options(populate_existing=True)
        return (await self._session.scalars(query)).one()

    async def change(self, values: dict[str, Any], now: datetime) -> None:
        statement = update(TenantSettings).where(TenantSettings.tenant_id == self._tenant)
        await self._session.execute(statement.values(**values, updated_at=now))

    async def has_money(self) -> bool:
        """Whether any row stores a currency. Exchange rates are ignored: each has its own base currency."""
        columns = [
            table.c
            for table in Base.metadata.tables.values()
            if table.name not in WITHOUT_MONEY and {"tenant_id", "currency"} <= {*table.c.keys()}
        ]
        found = (exists().where(each.tenant_id == self._tenant) for each in columns)
        return bool(await self._session.scalar(select(or_(*found))))

    async def has_rentals_ahead(self, now: datetime) -> bool:
        """Whether a booking that is not cancelled has its return ahead."""
        ahead = exists().where(
            BookingRow.tenant_id == self._tenant, BookingRow.return_at > now, BookingRow.status != "cancelled"
        )
        return bool(await self._session.scalar(select(ahead)))


class Document(NamedTuple):
    """A text of the site in all its languages. ``titles``: by language, empty where it has no title."""

    kind: str
    titles: dict[str, str]


class Quiz(NamedTuple):
    """A quiz in the company's first language, with its translations."""

    definition: QuizDefinition
    translations: dict[str, QuizTexts]


class CompanyLanguageRepository:
    """The languages of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def settings(self, *, locked: bool = False) -> CompanyLanguages:
        """The company's languages. ``locked``: lock the row until the transaction ends."""
        query = select(TenantSettings.languages, TenantSettings.team_language).where(
            TenantSettings.tenant_id == self._tenant
        )
        row = (await self._session.execute(query.with_for_update() if locked else query)).one()
        return CompanyLanguages(tuple(row.languages), row.team_language)

    async def documents(self) -> list[Document]:
        """Every text of the site, by kind."""
        query = (
            select(SiteDocument.kind, SiteDocument.language, SiteDocument.body["title"].astext)
            .where(SiteDocument.tenant_id == self._tenant)
            .order_by(SiteDocument.kind)
        )
        titles: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for kind, language, title in await self._session.execute(query):
            titles[kind][language] = title or ""
        return [Document(kind, named) for kind, named in titles.items()]

    async def quiz(self) -> Quiz | None:
        """The current quiz. None if the company has no quiz."""
        query = select(QuizDefinitionRow).where(
            QuizDefinitionRow.tenant_id == self._tenant, QuizDefinitionRow.is_current
        )
        row = await self._session.scalar(query)
        if row is None:
            return None
        return Quiz(QuizDefinition.model_validate(row.definition), by_language(row.translations))

    async def change(self, settings: CompanyLanguages, now: datetime) -> None:
        statement = (
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(languages=list(settings.offered), team_language=settings.team, updated_at=now)
        )
        await self._session.execute(statement)


class Choice(NamedTuple):
    """The currency a company charges in, and the other currencies it shows prices in."""

    charged: str
    shown: list[str]


class Entered(NamedTuple):
    """A past rate and its author. None: not entered by a console admin."""

    rate: ExchangeRateRow
    admin_name: str | None


class ExchangeRateRepository:
    """Exchange rates of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

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


class DailyRateRepository:
    """Daily rates of one tenant, and the held ones. Uses the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

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


# Digests of starter content that an owner replaces.
_STARTER_TEXTS = text("""
select 'document:' || kind || ':' || language, md5(body::text) from site_documents
where tenant_id = :tenant and kind = any(:kinds)
union all
select 'logo', md5((brand -> 'logo')::text) from tenant_settings where tenant_id = :tenant and brand ? 'logo'
""")
_OPENING_FACTS = text("""
with own_cars as (
  select base_rate_minor, images from cars
  where tenant_id = :tenant and is_active and in_fleet and slug <> all(cast(:cars as text[]))
), own_places as (
  select address from locations
  where tenant_id = :tenant and is_active and code <> all(cast(:places as text[]))
)
select
  (select count(*) from own_cars where jsonb_array_length(images) > 0) as photographed,
  (select count(*) from own_cars where base_rate_minor > 0) as priced,
  (select count(*) from own_cars where base_rate_minor = 0) as free,
  (select count(*) from own_places) as places,
  (select count(*) from own_places where address <> '') as places_with_address,
  (select count(*) from (select from vehicles where tenant_id = :tenant and state <> 'sold' limit 1) v) as vehicles,
  exists (select from stripe_settings where tenant_id = :tenant) or exists (
    select from tenant_settings where tenant_id = :tenant and integrations -> 'rentalTerms' ->> 'payment' is not null
  ) as has_payment,
  exists (
    select from seller_settings where tenant_id = :tenant and legal_name <> '' and address <> ''
  ) as has_seller,
  exists (select from quiz_definitions where tenant_id = :tenant and is_current) as has_quiz,
  exists (
    select from tenant_domains where tenant_id = :tenant and host not like '%.localhost' and host <> 'localhost'
  ) as has_domain,
  (select count(*) from (select from bookings where tenant_id = :tenant limit 10) b) as bookings
""")
_OWN_DATA = text("""
select exists (select from cars where tenant_id = :tenant and is_active)
  or exists (select from vehicles where tenant_id = :tenant)
  or exists (select from bookings where tenant_id = :tenant)
""")


class OpeningRepository:
    """One tenant's content. Uses the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def is_open(self, *, locked: bool = False) -> bool:
        query = select(TenantSettings.is_open).where(TenantSettings.tenant_id == self._tenant)
        return bool(await self._session.scalar(query.with_for_update() if locked else query))

    async def set_open(self, is_open: bool, now: datetime) -> None:
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(is_open=is_open, updated_at=now)
        )

    async def sample_version(self, *, locked: bool = False) -> int | None:
        """The version of the catalogue that added the sample data. None: there is none."""
        query = select(TenantSettings.sample_version).where(TenantSettings.tenant_id == self._tenant)
        return cast(int | None, await self._session.scalar(query.with_for_update() if locked else query))

    async def set_sample_version(self, number: int | None) -> None:
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(sample_version=number)
        )

    async def draft_changes(self) -> dict[str, dict[str, Any]]:
        """Changes of the catalogue's draft, by part and key."""
        query = select(CatalogDraftRow.changes).where(CatalogDraftRow.tenant_id == self._tenant)
        return (await self._session.scalar(query)) or {}

    async def has_own_data(self) -> bool:
        """Whether the company has a car, a vehicle or a booking."""
        return bool(await self._session.scalar(_OWN_DATA, {"tenant": self._tenant}))

    async def current(self) -> dict[str, str]:
        """Digests of the current content, by name."""
        values = {"tenant": self._tenant, "kinds": list(LEGAL)}
        rows = await self._session.execute(_STARTER_TEXTS, values)
        return {str(name): str(digest) for name, digest in rows}

    async def facts(self, sample_cars: Iterable[str] = (), sample_places: Iterable[str] = ()) -> Facts:
        """Without these cars (by slug) and places (by code)."""
        query = select(TenantSettings.contacts, TenantSettings.began_with, TenantSettings.languages).where(
            TenantSettings.tenant_id == self._tenant
        )
        settings = (await self._session.execute(query)).one()
        values = {"tenant": self._tenant, "cars": list(sample_cars), "places": list(sample_places)}
        found = (await self._session.execute(_OPENING_FACTS, values)).one()
        return Facts(
            languages=settings.languages,
            contacts=settings.contacts,
            current=await self.current(),
            began_with=settings.began_with,
            photographed=found.photographed,
            priced=found.priced,
            unpriced=found.free,
            places=found.places,
            places_with_address=found.places_with_address,
            vehicles=found.vehicles,
            has_payment=found.has_payment,
            has_seller=found.has_seller,
            has_quiz=found.has_quiz,
            has_domain=found.has_domain,
            bookings=found.bookings,
        )

    async def begin(self, digests: dict[str, str]) -> None:
        """Close the site of a new company, and store the digests of its starter content."""
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(is_open=False, began_with=digests)
        )


@dataclass(frozen=True, slots=True)
class Texts:
    """Translation progress of a language. ``quiz``: None if the company has no quiz."""

    catalogue: Written
    quiz: Written | None


@dataclass(frozen=True, slots=True)
class LanguageOverview:
    """``texts`` by every language the company can select, in display order."""

    settings: CompanyLanguages
    documents: list[Document]
    texts: Mapping[str, Texts]


@dataclass(frozen=True, slots=True)
class CurrencyOverview:
    """A company's currencies, its current rates and its newest ones (latest start date first)."""

    choice: Choice
    in_force: list[ExchangeRateRow]
    history: list[Entered]
    at: datetime
    daily: DailyRates | None
    held: list[HeldRate]
