"""SQL of agreements signed online."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import func, select

from abano.booking_record.models import BookingDetails, BookingRow
from abano.bookings.agreements.models import AgreementSignature
from abano.catalog.published.models import SiteDocument, is_starter_text
from abano.core.errors import NotFound
from abano.db.repositories import AddingRepository
from abano.jobs.registry import tenants_by
from abano.tenancy.directory.models import TenantSettings

TERMS_OF_SERVICE = "terms-of-service"
# Tenants with signed agreements whose document is to be printed.
tenants_to_print = tenants_by(
    "select distinct tenant_id from reporting.agreement_queue where print_at <= %(now)s"
)


class Requests(NamedTuple):
    """``open``: the request that was neither signed nor revoked. ``signed``: the newest signature."""

    open: AgreementSignature | None
    signed: AgreementSignature | None


class AgreementRepository(AddingRepository):
    """Agreements of one tenant, within the caller's transaction."""

    async def get_booking(self, booking_id: UUID, *, locked: bool = False) -> BookingRow:
        """Raises NotFound."""
        query = select(BookingRow).where(BookingRow.tenant_id == self._tenant, BookingRow.id == booking_id)
        if locked:
            # As it is now, not as this transaction has read it before.
            query = query.with_for_update().execution_options(populate_existing=True)
        booking = await self._session.scalar(query)
        if booking is None:
            raise NotFound
        return booking

    async def find_details(self, booking_id: UUID) -> BookingDetails | None:
        return await self._session.get(BookingDetails, (self._tenant, booking_id))

    async def company_name(self) -> str:
        query = select(TenantSettings.name).where(TenantSettings.tenant_id == self._tenant)
        return (await self._session.scalars(query)).one()

    async def find(self, request_id: UUID) -> AgreementSignature | None:
        return await self._session.get(AgreementSignature, (self._tenant, request_id))

    async def lock(self, request_id: UUID) -> AgreementSignature | None:
        query = select(AgreementSignature).where(
            AgreementSignature.tenant_id == self._tenant, AgreementSignature.id == request_id
        )
        return await self._session.scalar(query.with_for_update())

    async def list_by_ids(self, ids: Sequence[UUID]) -> list[AgreementSignature]:
        query = select(AgreementSignature).where(
            AgreementSignature.tenant_id == self._tenant, AgreementSignature.id.in_(ids)
        )
        return list(await self._session.scalars(query)) if ids else []

    async def of_booking(self, booking_id: UUID) -> list[AgreementSignature]:
        """Oldest first, also what was revoked."""
        query = (
            select(AgreementSignature)
            .where(AgreementSignature.tenant_id == self._tenant, AgreementSignature.booking_id == booking_id)
            .order_by(AgreementSignature.created_at, AgreementSignature.id)
            # As it is now: a caller may have waited for the booking's lock.
            .execution_options(populate_existing=True)
        )
        return list(await self._session.scalars(query))

    async def requests(self, booking_id: UUID) -> Requests:
        rows = await self.of_booking(booking_id)
        opened = next((row for row in rows if row.signed_at is None and row.revoked_at is None), None)
        return Requests(opened, next((row for row in reversed(rows) if row.signed_at is not None), None))

    async def count_since(self, booking_id: UUID, since: datetime) -> int:
        query = (
            select(func.count())
            .select_from(AgreementSignature)
            .where(
                AgreementSignature.tenant_id == self._tenant,
                AgreementSignature.booking_id == booking_id,
                AgreementSignature.created_at > since,
            )
        )
        return await self._session.scalar(query) or 0

    async def document(self, languages: Sequence[str]) -> SiteDocument | None:
        """The terms of service in the first of these languages that has them."""
        query = select(SiteDocument).where(
            SiteDocument.tenant_id == self._tenant,
            SiteDocument.kind == TERMS_OF_SERVICE,
            ~is_starter_text(),
        )
        by_language = {row.language: row for row in await self._session.scalars(query)}
        return next((by_language[each] for each in languages if each in by_language), None)

    async def next_to_print(self, now: datetime) -> AgreementSignature | None:
        """Locked; one that another worker prints is skipped."""
        query = (
            select(AgreementSignature)
            .where(AgreementSignature.tenant_id == self._tenant, AgreementSignature.print_at <= now)
            .order_by(AgreementSignature.print_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        return await self._session.scalar(query)
