"""SQL of online payments."""

from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from abano.db.engine import Database
from abano.db.repositories import AddingRepository
from abano.db.unit_of_work import TenantId, tenant_id_from_database
from abano.jobs.registry import tenants_by
from abano.payments.online.models import OnlinePayment, OnlineRefund, StripeEvent, StripeSettings

tenants_with_stripe = tenants_by("select tenant_id from stripe_settings")


async def find_connected(db: Database, account_id: str) -> TenantId | None:
    """The tenant whose connected account this is, on whichever cluster it is."""
    query = "select tenant_id from stripe_settings where account_id = %(account)s"
    row = await db.find_reported(query, {"account": account_id})
    return None if row is None else tenant_id_from_database(row[0])


class Refundable(NamedTuple):
    """A paid link and what was not given back of it, in minor units."""

    payment: OnlinePayment
    rest: int


class OnlineRepository(AddingRepository):
    """Online payments of one tenant, within the caller's transaction."""

    async def settings(self) -> StripeSettings | None:
        return await self._session.get(StripeSettings, self._tenant)

    async def settings_locked(self) -> StripeSettings | None:
        query = (
            select(StripeSettings)
            .where(StripeSettings.tenant_id == self._tenant)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
        return cast("StripeSettings | None", await self._session.scalar(query))

    async def add_connection(self, account_id: str, *, is_live: bool, now: datetime) -> None:
        """A connected account that can't take payments yet; keeps what is stored already."""
        statement = insert(StripeSettings).values(
            tenant_id=self._tenant,
            account_id=account_id,
            is_live=is_live,
            key_end="",
            can_charge=False,
            updated_at=now,
        )
        await self._session.execute(statement.on_conflict_do_nothing(index_elements=["tenant_id"]))

    async def keep_settings(self, **values: object) -> None:
        statement = insert(StripeSettings).values(tenant_id=self._tenant, **values)
        await self._session.execute(
            statement.on_conflict_do_update(index_elements=["tenant_id"], set_=dict(values))
        )

    async def change_settings(self, **values: object) -> None:
        await self._session.execute(
            update(StripeSettings).where(StripeSettings.tenant_id == self._tenant).values(**values)
        )

    async def drop_settings(self) -> None:
        await self._session.execute(delete(StripeSettings).where(StripeSettings.tenant_id == self._tenant))

    async def of_booking(self, booking_id: UUID) -> list[OnlinePayment]:
        """Oldest first."""
        query = (
            select(OnlinePayment)
            .where(OnlinePayment.tenant_id == self._tenant, OnlinePayment.booking_id == booking_id)
            .order_by(OnlinePayment.created_at, OnlinePayment.id)
        )
        return list(await self._session.scalars(query))

    async def find(self, payment_id: UUID) -> OnlinePayment | None:
        """Locked until the transaction ends."""
        query = (
            select(OnlinePayment)
            .where(OnlinePayment.tenant_id == self._tenant, OnlinePayment.id == payment_id)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
        return cast("OnlinePayment | None", await self._session.scalar(query))

    async def find_unlocked(self, payment_id: UUID) -> OnlinePayment | None:
        return await self._session.get(OnlinePayment, (self._tenant, payment_id))

    async def held_until(self, deadline: datetime) -> list[OnlinePayment]:
        """Card holds that expire before then, the first to expire first."""
        query = (
            select(OnlinePayment)
            .where(
                OnlinePayment.tenant_id == self._tenant,
                OnlinePayment.state == "held",
                OnlinePayment.capture_before < deadline,
            )
            .order_by(OnlinePayment.capture_before, OnlinePayment.id)
        )
        return list(await self._session.scalars(query))

    async def holds_to_check(self, now: datetime, before: datetime, limit: int) -> list[OnlinePayment]:
        """Card holds that are pending, over, or whose end Stripe was not asked for, unchecked since ``before``."""
        query = (
            select(OnlinePayment)
            .where(
                OnlinePayment.tenant_id == self._tenant,
                OnlinePayment.state == "held",
                OnlinePayment.pending.is_not(None)
                | OnlinePayment.is_deadline_known.is_(False)
                | (OnlinePayment.capture_before <= now),
                OnlinePayment.is_deadline_known.is_(False) | (OnlinePayment.checked_at < before),
            )
            .order_by(OnlinePayment.checked_at)
            .limit(limit)
        )
        return list(await self._session.scalars(query))

    async def find_by_session(self, session_id: str) -> OnlinePayment | None:
        query = select(OnlinePayment).where(
            OnlinePayment.tenant_id == self._tenant, OnlinePayment.session_id == session_id
        )
        return cast("OnlinePayment | None", await self._session.scalar(query))

    async def find_by_token(self, token_hash: bytes) -> OnlinePayment | None:
        query = select(OnlinePayment).where(
            OnlinePayment.tenant_id == self._tenant, OnlinePayment.token_hash == token_hash
        )
        return cast("OnlinePayment | None", await self._session.scalar(query))

    async def waiting(self, before: datetime, limit: int) -> list[OnlinePayment]:
        """Links not checked since then, the longest unchecked first."""
        query = (
            select(OnlinePayment)
            .where(
                OnlinePayment.tenant_id == self._tenant,
                OnlinePayment.state.in_(("preparing", "open")),
                OnlinePayment.checked_at < before,
            )
            .order_by(OnlinePayment.checked_at)
            .limit(limit)
        )
        return list(await self._session.scalars(query))

    async def refundable(self, booking_id: UUID) -> list[Refundable]:
        """Paid links with a refundable remainder, the largest first."""
        refunded = (
            select(OnlineRefund.payment_id, func.sum(OnlineRefund.amount_minor).label("total"))
            .where(OnlineRefund.tenant_id == self._tenant, OnlineRefund.state != "refused")
            .group_by(OnlineRefund.payment_id)
            .subquery()
        )
        query = (
            select(OnlinePayment, refunded.c.total)
            .outerjoin(refunded, refunded.c.payment_id == OnlinePayment.id)
            .where(
                OnlinePayment.tenant_id == self._tenant,
                OnlinePayment.booking_id == booking_id,
                OnlinePayment.state == "paid",
                OnlinePayment.intent_id.is_not(None),
            )
        )
        rows = [
            Refundable(payment, (payment.captured_minor or payment.amount_minor) - int(total or 0))
            for payment, total in await self._session.execute(query)
        ]
        return sorted((row for row in rows if row.rest > 0), key=lambda row: -row.rest)

    async def refund(self, entry_id: UUID) -> OnlineRefund | None:
        """Locked until the transaction ends."""
        query = (
            select(OnlineRefund)
            .where(OnlineRefund.tenant_id == self._tenant, OnlineRefund.entry_id == entry_id)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
        return cast("OnlineRefund | None", await self._session.scalar(query))

    async def booking_of_refund(self, entry_id: UUID) -> UUID | None:
        query = (
            select(OnlinePayment.booking_id)
            .join(
                OnlineRefund,
                (OnlineRefund.tenant_id == OnlinePayment.tenant_id)
                & (OnlineRefund.payment_id == OnlinePayment.id),
            )
            .where(OnlineRefund.tenant_id == self._tenant, OnlineRefund.entry_id == entry_id)
        )
        return cast("UUID | None", await self._session.scalar(query))

    async def refunds_of(self, booking_id: UUID) -> dict[UUID, str]:
        """The state of each refund of a booking by its entry."""
        query = (
            select(OnlineRefund.entry_id, OnlineRefund.state)
            .join(
                OnlinePayment,
                (OnlinePayment.tenant_id == OnlineRefund.tenant_id)
                & (OnlinePayment.id == OnlineRefund.payment_id),
            )
            .where(OnlineRefund.tenant_id == self._tenant, OnlinePayment.booking_id == booking_id)
        )
        return {row[0]: row[1] for row in await self._session.execute(query)}

    async def waiting_refunds(self, before: datetime, limit: int) -> list[UUID]:
        query = (
            select(OnlineRefund.entry_id)
            .where(
                OnlineRefund.tenant_id == self._tenant,
                OnlineRefund.state == "waiting",
                OnlineRefund.checked_at < before,
            )
            .order_by(OnlineRefund.checked_at)
            .limit(limit)
        )
        return list(await self._session.scalars(query))

    async def remember_event(self, event_id: str, kind: str, now: datetime) -> bool:
        """False for an event that was handled before; waits for a concurrent transaction with the same event."""
        statement = (
            insert(StripeEvent)
            .values(tenant_id=self._tenant, id=event_id, kind=kind, created_at=now)
            .on_conflict_do_nothing()
            .returning(StripeEvent.id)
        )
        return await self._session.scalar(statement) is not None

    async def forget_events(self, before: datetime) -> None:
        await self._session.execute(
            delete(StripeEvent).where(StripeEvent.tenant_id == self._tenant, StripeEvent.created_at < before)
        )
