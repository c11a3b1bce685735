"""HTTP endpoints of payments and deposits at the desk. Each returns the booking's balance after the change."""

from uuid import UUID

from fastapi import APIRouter, Depends

from abano.accounts.access.principals import Actor
from abano.catalog.published.dependencies import CatalogNow, Catalogs
from abano.core.money import to_minor
from abano.db.unit_of_work import UnitOfWork
from abano.payments.desk import service
from abano.payments.desk.schemas import (
    BalancesDueResponse,
    CancellationFeeRequest,
    DepositRequest,
    MoneyResponse,
    PaymentRequest,
    RefundRequest,
    SettleDepositRequest,
)
from abano.payments.desk.service import Cashier
from abano.payments.journal.schemas import IdempotencyKey
from abano.payments.online.holds import HoldRequest, change_hold
from abano.payments.online.refunds import Office, carry_out_refund
from abano.payments.online.schemas import CaptureRequest
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    CurrentTenant,
    Db,
    PaymentsActor,
    RefundsActor,
    Uow,
    no_store,
)

router = APIRouter(prefix="/api/admin", tags=["money"], dependencies=[Depends(no_store)])


@router.get("/bookings/{booking_id}/money")
async def show_booking_money(
    booking_id: UUID, actor: PaymentsActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> MoneyResponse:
    """What was agreed, paid and is held of a booking, with its entries, documents and payment links."""
    return await service.show_money(uow, tenant, actor, booking_id, clock.now())


@router.post("/bookings/{booking_id}/payments", status_code=201)
async def take_payment(
    booking_id: UUID,
    body: PaymentRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> MoneyResponse:
    """Take a payment of at most what is due; cash needs an open till."""
    cashier = Cashier(uow, tenant, catalog, actor, clock.now())
    await service.take_payment(cashier, booking_id, body, key)
    return await service.show_money(uow, tenant, actor, booking_id, cashier.now)


@router.put("/bookings/{booking_id}/cancellation-fee")
async def charge_cancellation_fee(
    booking_id: UUID,
    body: CancellationFeeRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> MoneyResponse:
    """Charge a cancelled booking by its terms, another amount of at most its price, or nothing."""
    now = clock.now()
    await service.charge_cancellation_fee(uow, actor, booking_id, body, now)
    return await service.show_money(uow, tenant, actor, booking_id, now)


@router.post("/bookings/{booking_id}/refunds", status_code=201)
async def refund_payment(
    booking_id: UUID,
    body: RefundRequest,
    actor: RefundsActor,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    catalogs: Catalogs,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> MoneyResponse:
    """Give back at most what was paid; what was paid online can go back by Stripe."""
    office = Office(db, settings, tenant, await catalogs.get(tenant.id))
    async with db.uow(tenant.id) as uow:
        entry_id = await service.refund(_cashier(uow, office, actor, clock), booking_id, body, key)
        if entry_id is None:
            return await service.show_money(uow, tenant, actor, booking_id, clock.now())
    return await _after_stripe(office, actor, booking_id, entry_id, clock)


@router.post("/bookings/{booking_id}/deposits", status_code=201)
async def take_deposit(
    booking_id: UUID,
    body: DepositRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> MoneyResponse:
    """Take a deposit; cash needs an open till."""
    cashier = Cashier(uow, tenant, catalog, actor, clock.now())
    await service.take_deposit(cashier, booking_id, body, key)
    return await service.show_money(uow, tenant, actor, booking_id, cashier.now)


@router.post("/bookings/{booking_id}/deposits/settlement", status_code=201)
async def settle_deposit(
    booking_id: UUID,
    body: SettleDepositRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    catalogs: Catalogs,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> MoneyResponse:
    """Give a deposit back, keep it, or use it to pay what is due: whole or in parts."""
    office = Office(db, settings, tenant, await catalogs.get(tenant.id))
    async with db.uow(tenant.id) as uow:
        cashier = _cashier(uow, office, actor, clock)
        entry_id = await service.settle_deposit(cashier, booking_id, body, key)
        if entry_id is None:
            return await service.show_money(uow, tenant, actor, booking_id, clock.now())
    return await _after_stripe(office, actor, booking_id, entry_id, clock)


@router.post("/bookings/{booking_id}/card-holds/{hold_id}/capture", status_code=201)
async def capture_card_hold(
    booking_id: UUID,
    hold_id: UUID,
    body: CaptureRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    catalogs: Catalogs,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> MoneyResponse:
    """Capture all or a part of what is on hold on the customer's card; the rest is released."""
    office = Office(db, settings, tenant, await catalogs.get(tenant.id))
    request = HoldRequest(to_minor(body.amount), body.reason)
    return await _change_hold(office, actor, booking_id, hold_id, request, key, clock)


@router.post("/bookings/{booking_id}/card-holds/{hold_id}/release", status_code=201)
async def release_card_hold(
    booking_id: UUID,
    hold_id: UUID,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    catalogs: Catalogs,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> MoneyResponse:
    """Release what is on hold on the customer's card, or withdraw the link to place it."""
    office = Office(db, settings, tenant, await catalogs.get(tenant.id))
    return await _change_hold(office, actor, booking_id, hold_id, HoldRequest(None), key, clock)


@router.get("/balances-due")
async def list_balances_due(
    _: PaymentsActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> BalancesDueResponse:
    """Bookings that are not settled: picked up, about to be today, or over."""
    return await service.list_due(uow, tenant, clock.now())


async def _change_hold(
    office: Office,
    actor: Actor,
    booking_id: UUID,
    hold_id: UUID,
    request: HoldRequest,
    key: str | None,
    clock: AppClock,
) -> MoneyResponse:
    await change_hold(office, actor, booking_id, hold_id, request, key, clock.now())
    async with office.db.uow(office.tenant.id) as uow:
        return await service.show_money(uow, office.tenant, actor, booking_id, clock.now())


async def _after_stripe(
    office: Office, actor: Actor, booking_id: UUID, entry_id: UUID, clock: AppClock
) -> MoneyResponse:
    await carry_out_refund(office, entry_id, clock.now())
    async with office.db.uow(office.tenant.id) as uow:
        return await service.show_money(uow, office.tenant, actor, booking_id, clock.now())


def _cashier(uow: UnitOfWork, office: Office, actor: Actor, clock: AppClock) -> Cashier:
    return Cashier(uow, office.tenant, office.catalog, actor, clock.now())
