"""HTTP endpoints of tills."""

from uuid import UUID

from fastapi import APIRouter, Depends

from abano.core.money import to_minor
from abano.payments.journal import tills
from abano.payments.journal.schemas import (
    AcceptDifferenceRequest,
    CountTillRequest,
    IdempotencyKey,
    OpenTill,
    OpenTillRequest,
    ReverseTransferRequest,
    TillLineOut,
    TillLinesResponse,
    TillOut,
    TillsResponse,
    TransferRequest,
)
from abano.web.dependencies import (
    AppClock,
    CurrentTenant,
    PaymentsActor,
    RefundsActor,
    TillOpener,
    Uow,
    no_store,
)

router = APIRouter(prefix="/api/admin/tills", tags=["money"], dependencies=[Depends(no_store)])


@router.get("")
async def list_tills(actor: PaymentsActor, tenant: CurrentTenant, uow: Uow, clock: AppClock) -> TillsResponse:
    """Tills of the last 60 days: all for owners and managers, one's own for the desk."""
    rows = await tills.list_tills(uow, actor, clock.now())
    return TillsResponse(
        currency=tenant.currency,
        timezone=tenant.timezone,
        tills=[TillOut.of(row, expected, actor.admin_id) for row, expected in rows],
        open_tills=[OpenTill(id=till_id, person=name) for till_id, name in await tills.list_open_tills(uow)],
    )


@router.post("", status_code=201)
async def open_till(
    body: OpenTillRequest,
    actor: TillOpener,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> TillsResponse:
    """Open one's own till. A driver's is counted by a manager."""
    await tills.open_till(uow, tenant, actor, to_minor(body.opening), key, clock.now())
    return await list_tills(actor, tenant, uow, clock)


@router.post("/transfers", status_code=201)
async def transfer_cash(
    body: TransferRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    key: IdempotencyKey = None,
) -> TillsResponse:
    """Move cash between tills, or between a till and the bank. The desk gives from its own till alone."""
    transfer = tills.Transfer(body.from_till, body.to_till, to_minor(body.amount), body.moved_on, body.note)
    await tills.transfer_cash(uow, tenant, actor, transfer, key, clock.now())
    return await list_tills(actor, tenant, uow, clock)


@router.post("/transfers/{transfer_id}/reversal", status_code=201)
async def reverse_transfer(
    transfer_id: UUID,
    body: ReverseTransferRequest,
    actor: RefundsActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> TillsResponse:
    """Move the cash of a transfer back, once; both entries stay."""
    await tills.reverse_transfer(uow, tenant, actor, transfer_id, body.reason, clock.now())
    return await list_tills(actor, tenant, uow, clock)


@router.get("/{till_id}/lines")
async def show_till_lines(
    till_id: UUID, actor: PaymentsActor, tenant: CurrentTenant, uow: Uow
) -> TillLinesResponse:
    """What came into the till and went out of it."""
    lines = await tills.list_lines(uow, actor, till_id)
    return TillLinesResponse(
        currency=tenant.currency,
        timezone=tenant.timezone,
        lines=[TillLineOut.of(line) for line in lines],
    )


@router.post("/{till_id}/count")
async def count_till(
    till_id: UUID,
    body: CountTillRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> TillsResponse:
    """Count a till. A difference waits for an owner or manager, unless one counts."""
    await tills.count_till(uow, actor, till_id, to_minor(body.counted), body.reason, clock.now())
    return await list_tills(actor, tenant, uow, clock)


@router.post("/{till_id}/difference")
async def accept_till_difference(
    till_id: UUID,
    body: AcceptDifferenceRequest,
    actor: RefundsActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> TillsResponse:
    """Close a counted till whose cash differs."""
    await tills.accept_difference(uow, actor, till_id, body.reason, clock.now())
    return await list_tills(actor, tenant, uow, clock)
