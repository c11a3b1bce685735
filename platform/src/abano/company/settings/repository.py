"""SQL of a company's settings, languages, and the steps before its site opens."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, cast

from sqlalchemy import exists, or_, select, text, update

from abano.booking_record.models import BookingRow
from abano.catalog.published.models import CatalogDraftRow, SiteDocument
from abano.company.settings.rules import CompanyLanguages, Facts, Written
from abano.db.base import Base
from abano.db.repositories import Repository
from abano.marketing.quiz.definition import QuizDefinition, QuizTexts, by_language
from abano.marketing.quiz.models import QuizDefinitionRow
from abano.tenancy.directory.models import TenantSettings

WITHOUT_MONEY = {"tenant_settings", "exchange_rates", "held_rates", "ad_accounts"}


class SettingsRepository(Repository):
    """The settings of one tenant, within the caller's transaction."""

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


class CompanyLanguageRepository(Repository):
    """The languages of one tenant, within the caller's transaction."""

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


class OpeningRepository(Repository):
    """One tenant's content. Uses the caller's transaction."""

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

    async def facts(
        self, current: Mapping[str, str], sample_cars: Iterable[str] = (), sample_places: Iterable[str] = ()
    ) -> Facts:
        """Without these cars (by slug) and places (by code). ``current``: digests of the content, by name."""
        query = select(TenantSettings.contacts, TenantSettings.began_with, TenantSettings.languages).where(
            TenantSettings.tenant_id == self._tenant
        )
        settings = (await self._session.execute(query)).one()
        values = {"tenant": self._tenant, "cars": list(sample_cars), "places": list(sample_places)}
        found = (await self._session.execute(_OPENING_FACTS, values)).one()
        return Facts(
            languages=settings.languages,
            contacts=settings.contacts,
            current=current,
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
