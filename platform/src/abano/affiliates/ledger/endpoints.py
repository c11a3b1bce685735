"""Commissions over HTTP, for owners and managers."""

from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.affiliates.ledger import deciding, reading, service
from abano.affiliates.ledger.reading import Period
from abano.affiliates.ledger.rules import Sort, payment_table, searched, statement_table
from abano.affiliates.ledger.schemas import (
    AffiliateDetailResponse,
    AffiliateOut,
    AffiliatesResponse,
    AffiliateStats,
    CommissionOut,
    CommissionRuleRequest,
    PayoutOut,
    PayoutsResponse,
    PayoutTotals,
    PayResponse,
    RefuseRequest,
    ReverseRequest,
    StatementLineOut,
    StatementResponse,
)
from abano.auth.principals import Actor
from abano.http.dependencies import AppClock, CurrentTenant, TenantSession, acting, require_role
from abano.http.hot_route import Saved
from abano.kit.csv_text import BYTE_ORDER_MARK, csv_rows
from abano.kit.money import to_decimal, to_json

router = APIRouter(prefix="/api/admin", tags=["affiliates"])
# Asked for before the session everywhere: who signed in is read in a transaction of its own, and many requests that
# each held one connection while waiting for a second would use up the pool.
Acting = Annotated[Actor, Depends(acting("owner", "manager"))]
READER = [Depends(require_role("owner", "manager"))]
LONGEST_LIST = 500
Search = Annotated[str, Query(max_length=200)]


def get_period(
    first: Annotated[date | None, Query(alias="from")] = None,
    last: Annotated[date | None, Query(alias="to")] = None,
) -> Period:
    """Days of the company's zone."""
    return Period(first, last)


InPeriod = Annotated[Period, Depends(get_period)]


@router.get("/affiliates", dependencies=READER)
async def list_affiliates(
    tenant: CurrentTenant,
    session: TenantSession,
    clock: AppClock,
    search: Search = "",
    sort: Sort = "owed",
) -> AffiliatesResponse:
    """Affiliates with their figures, at most 500 of them; the totals count all."""
    everyone = await reading.list_affiliates(session, tenant)
    found = searched(everyone, search, sort)
    return AffiliatesResponse(
        currency=tenant.currency,
        payable_on=await service.payable_on(session, tenant),
        affiliates=[AffiliateOut.of(one, clock.now()) for one in found[:LONGEST_LIST]],
        found=len(found),
        stats=AffiliateStats(
            total_revenue=to_json(sum(one.revenue for one in everyone)),
            total_commission_owed=to_json(sum(one.owed for one in everyone)),
            total_commission_paid=to_json(sum(one.paid for one in everyone)),
            total_commission_held=to_json(sum(one.held for one in everyone)),
            total_commission_pending=to_json(sum(one.pending for one in everyone)),
            total_commission_payable=to_json(sum(one.payable for one in everyone)),
            active_affiliates=sum(one.status == "active" for one in everyone),
            total_bookings=sum(one.bookings for one in everyone),
        ),
    )


@router.get("/affiliates/{affiliate_id}", dependencies=READER)
async def get_affiliate(
    affiliate_id: UUID, tenant: CurrentTenant, session: TenantSession, clock: AppClock
) -> AffiliateDetailResponse:
    """One affiliate with the newest bookings, how many there are in all, every held commission, and the payouts."""
    summary = await reading.get_affiliate(session, tenant, affiliate_id)
    bookings = await reading.referred_bookings(session, tenant, affiliate_id)
    held = await reading.held_bookings(session, tenant, affiliate_id)
    payouts = await reading.list_payouts(session, tenant, affiliate_id=affiliate_id)
    return AffiliateDetailResponse(
        currency=tenant.currency,
        payable_on=await service.payable_on(session, tenant),
        affiliate=AffiliateOut.of(summary, clock.now()),
        held_commissions=[CommissionOut.of(one) for one in held],
        commissions=[CommissionOut.of(one) for one in bookings.listed],
        commissions_count=bookings.count,
        payouts=[PayoutOut.of(one) for one in payouts],
    )


@router.get("/affiliates/{affiliate_id}/statement", dependencies=READER)
async def get_affiliate_statement(
    affiliate_id: UUID, tenant: CurrentTenant, session: TenantSession, period: InPeriod, clock: AppClock
) -> StatementResponse:
    """Every change of what is owed to an affiliate, with the balance after it."""
    found = await reading.statement(session, tenant, affiliate_id, period)
    return StatementResponse(
        company=tenant.name,
        currency=tenant.currency,
        payable_on=await service.payable_on(session, tenant),
        affiliate=AffiliateOut.of(found.affiliate, clock.now()),
        opening_balance=to_json(found.opening),
        closing_balance=to_json(found.closing),
        lines=[StatementLineOut.of(line) for line in found.lines],
    )


@router.get("/affiliates/{affiliate_id}/statement.csv", dependencies=READER, response_class=Response)
async def get_affiliate_statement_file(
    affiliate_id: UUID, tenant: CurrentTenant, session: TenantSession, period: InPeriod
) -> Response:
    """The statement for a spreadsheet. One that reaches until now ends with the parts of what is owed now."""
    found = await reading.statement(session, tenant, affiliate_id, period)
    now = found.affiliate if period.last is None else None
    table = statement_table(found.lines, found.opening, tenant.zone, now)
    return _file(table, f"statement-{found.affiliate.promo_code or found.affiliate.id}.csv")


@router.post("/pay-commission/{affiliate_id}")
async def pay_commission(
    actor: Acting, affiliate_id: UUID, tenant: CurrentTenant, session: TenantSession, clock: AppClock
) -> PayResponse:
    """Record that an affiliate was paid all that is payable.

    Nothing payable, or paid by somebody just now: 409. No payout address: 422.
    """
    payout, name = await service.pay(session, tenant, actor, affiliate_id, clock.now())
    return PayResponse(
        payout_id=payout.id,
        total_amount=to_json(payout.total),
        currency=tenant.currency,
        referrer_name=name,
        message=f"Paid {to_decimal(payout.total)} {tenant.currency} to {name}",
    )


@router.get("/payouts", dependencies=READER)
async def list_payouts(tenant: CurrentTenant, session: TenantSession, period: InPeriod) -> PayoutsResponse:
    """The history of payouts, newest first, reversed ones too, at most 500 of them; the totals count all."""
    payouts = await reading.list_payouts(session, tenant, period=period)
    return PayoutsResponse(
        currency=tenant.currency,
        payouts=[PayoutOut.of(one) for one in payouts[:LONGEST_LIST]],
        totals=PayoutTotals.of(payouts),
    )


@router.get("/payouts.csv", dependencies=READER, response_class=Response)
async def get_payouts_file(tenant: CurrentTenant, session: TenantSession, period: InPeriod) -> Response:
    """Payouts of a period as the payment provider takes many at once; each pays once however often it is sent."""
    payouts = await reading.list_payouts(session, tenant, period=period)
    # Without the mark for spreadsheets: the provider would read it as a part of the first column's name.
    return _file(payment_table(payouts, tenant.name), "payouts.csv", mark="")


@router.post("/payouts/{payout_id}/reverse")
async def reverse_payout(
    actor: Acting,
    payout_id: UUID,
    body: ReverseRequest,
    tenant: CurrentTenant,
    session: TenantSession,
    clock: AppClock,
) -> Saved:
    """Undo a payout that was recorded by mistake; its commissions are owed again."""
    await service.reverse(session, tenant, actor, payout_id, body.reason, clock.now())
    return Saved()


@router.post("/commissions/{booking_id}/release")
async def release_commission(
    actor: Acting, booking_id: UUID, tenant: CurrentTenant, session: TenantSession, clock: AppClock
) -> Saved:
    """Let a held commission be paid once it is payable."""
    await deciding.release(session, tenant, actor, booking_id, clock.now())
    return Saved()


@router.post("/commissions/{booking_id}/refuse")
async def refuse_commission(
    actor: Acting,
    booking_id: UUID,
    body: RefuseRequest,
    tenant: CurrentTenant,
    session: TenantSession,
    clock: AppClock,
) -> Saved:
    """Refuse a held commission, with a reason that the affiliate reads. It is owed no longer."""
    await deciding.refuse(session, tenant, actor, booking_id, body.reason, clock.now())
    return Saved()


@router.post("/commissions/{booking_id}/restore")
async def restore_commission(
    actor: Acting, booking_id: UUID, tenant: CurrentTenant, session: TenantSession, clock: AppClock
) -> Saved:
    """Take a refusal back: the commission is owed and on hold again."""
    await deciding.restore(session, tenant, actor, booking_id, clock.now())
    return Saved()


@router.put("/commission-rule")
async def set_commission_rule(
    actor: Annotated[Actor, Depends(acting("owner"))],
    body: CommissionRuleRequest,
    tenant: CurrentTenant,
    session: TenantSession,
    clock: AppClock,
) -> Saved:
    """When commissions become payable. It counts at once for all that is not paid."""
    await deciding.set_payable_on(session, tenant, actor, body.payable_on, clock.now())
    return Saved()


def _file(table: list[list[object]], name: str, *, mark: str = BYTE_ORDER_MARK) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(mark + csv_rows(table), media_type="text/csv; charset=utf-8", headers=headers)
