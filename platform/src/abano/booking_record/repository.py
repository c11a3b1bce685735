"""SQL of existing bookings: status, history and retention."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_, select

from abano.booking_record.models import BookingEvent, BookingRow
from abano.catalog.pricing.rules import SERVICES_BOOKED
from abano.core.errors import FieldError, InvalidInput
from abano.db.driver_errors import map_db_error
from abano.db.repositories import PipelineRepository, Repository
from abano.jobs.registry import tenants_by

tenants_to_cancel = tenants_by(
    "select distinct tenant_id from reporting.unconfirmed_bookings where expires_at < %(now)s"
)


@map_db_error("AB050")
class ServiceNotFree(InvalidInput):
    """One of the extras is fully booked for these days. Remove it or choose other days."""

    @classmethod
    def of_detail(cls, names: str) -> "ServiceNotFree":
        return cls(fields=(FieldError("services", SERVICES_BOOKED(names=names)),))


class RetentionRepository(PipelineRepository):
    """Bookings of one tenant for retention tasks. Uses the caller's transaction."""

    async def delete_old(self, *, drafts: datetime, keys: datetime) -> None:
        """Delete drafts, address hashes and idempotency keys older than the given times."""
        await self._connection.execute(
            "delete from personal_info_drafts where tenant_id = %s and created_at < %s",
            (self._tenant, drafts),
        )
        await self._connection.execute(
            "delete from idempotency_keys where tenant_id = %s and created_at < %s", (self._tenant, keys)
        )
        # Of bookings without a promo code they serve the limit of unconfirmed ones alone.
        await self._connection.execute(
            "update bookings set ip_hash = null where tenant_id = %s and ip_hash is not null"
            " and (created_at < %s or (status <> 'pending' and promo_code is null))",
            (self._tenant, drafts),
        )


class BookingRepository(Repository):
    """Bookings of one tenant, within the caller's transaction."""

    async def lock_unconfirmed(self, before: datetime, limit: int) -> Sequence[BookingRow]:
        """Lock bookings that have been pending since before that time, oldest first.

        Locked rows are skipped.
        """
        query = (
            select(BookingRow)
            .where(
                BookingRow.tenant_id == self._tenant,
                BookingRow.status == "pending",
                BookingRow.created_at < before,
                or_(BookingRow.waiting_since.is_(None), BookingRow.waiting_since < before),
            )
            .order_by(BookingRow.created_at)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        return (await self._session.scalars(query)).all()

    async def find_cancellation(self, booking_id: UUID) -> BookingEvent | None:
        """The last cancellation."""
        query = (
            select(BookingEvent)
            .where(
                BookingEvent.tenant_id == self._tenant,
                BookingEvent.booking_id == booking_id,
                BookingEvent.to_status == "cancelled",
            )
            .order_by(BookingEvent.created_at.desc(), BookingEvent.id.desc())
            .limit(1)
        )
        return await self._session.scalar(query)

    async def add_event(self, event: BookingEvent) -> None:
        self._session.add(event)
        await self._session.flush()
