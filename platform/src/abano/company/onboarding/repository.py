"""All SQL of what a company has before its site opens."""

from datetime import datetime

from sqlalchemy import select, text, update

from abano.company.onboarding.rules import LEGAL, Facts
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.models import TenantSettings

# Digests of what a starter puts there and an owner replaces.
_CURRENT = text("""
select 'document:' || kind || ':' || language, md5(body::text) from site_documents
where tenant_id = :tenant and kind = any(:kinds)
union all
select 'logo', md5((brand -> 'logo')::text) from tenant_settings where tenant_id = :tenant and brand ? 'logo'
""")
_FACTS = text("""
select
  (select count(*) from cars where tenant_id = :tenant and is_active and in_fleet
     and jsonb_array_length(images) > 0) as photographed,
  (select count(*) from cars where tenant_id = :tenant and is_active and in_fleet and base_rate_minor > 0) as priced,
  (select count(*) from cars where tenant_id = :tenant and is_active and in_fleet and base_rate_minor = 0) as free,
  (select count(*) from locations where tenant_id = :tenant and is_active) as places,
  (select count(*) from locations where tenant_id = :tenant and is_active and address <> '') as places_with_address,
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


class OpeningRepository:
    """What one tenant has, within the caller's transaction."""

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

    async def current(self) -> dict[str, str]:
        """Digests of what there is now, by name."""
        values = {"tenant": self._tenant, "kinds": list(LEGAL)}
        rows = await self._session.execute(_CURRENT, values)
        return {str(name): str(digest) for name, digest in rows}

    async def facts(self) -> Facts:
        query = select(TenantSettings.contacts, TenantSettings.began_with, TenantSettings.languages).where(
            TenantSettings.tenant_id == self._tenant
        )
        settings = (await self._session.execute(query)).one()
        found = (await self._session.execute(_FACTS, {"tenant": self._tenant})).one()
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
        """A new company: visitors see nothing of it yet, and this is what it was given."""
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(is_open=False, began_with=digests)
        )
