"""HTTP endpoints of commissions, for owners and managers."""

from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.catalog.published.dependencies import ReaderTexts
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.money import to_decimal, to_json
from abano.marketing.commissions import service
from abano.marketing.commissions.rules import AffiliateSort, payment_table, search_affiliates, statement_table
from abano.marketing.commissions.schemas import (
    AffiliateDetailResponse,
    AffiliateOut,
    AffiliatesResponse,
    AffiliateStats,
    CommissionOut,
    PayoutOut,
    PayoutsResponse,
    PayoutTotals,
    PayResponse,
    RefuseRequest,
    ReverseRequest,
    StatementLineOut,
    StatementResponse,
)
from abano.marketing.commissions.service import Period
from abano.web.dependencies import AffiliatesActor, AppClock, CurrentTenant, Uow, needs
from abano.web.routes import Saved

router = APIRouter(prefix="/api/admin", tags=["affiliates"])
MAX_ROWS = 500
Search = Annotated[str, Query(max_length=200)]


async def get_period(
    first: Annotated[date | None, Query(alias="from")] = None,
    last: Annotated[date | None, Query(alias="to")] = None,
) -> Period:
    """Days of the company's zone."""
    return Period(first, last)


InPeriod = Annotated[Period, Depends(get_period)]


@router.get("/affiliates", dependencies=needs("affiliates"))
async def list_affiliates(
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
    search: Search = "",
    sort: AffiliateSort = "-commissionOwed",
) -> AffiliatesResponse:
    """Affiliates with their figures, at most 500; the totals include all."""
    everyone = await service.list_affiliates(uow, tenant)
    matching = search_affiliates(everyone, search, sort)
    return AffiliatesResponse(
        currency=tenant.currency,
        payable_on=await service.payable_on(uow, tenant),
        affiliates=[AffiliateOut.of(one, clock.now()) for one in matching[:MAX_ROWS]],
        found=len(matching),
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


@router.get("/affiliates/{affiliate_id}", dependencies=needs("affiliates"))
async def get_affiliate(
    affiliate_id: UUID, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> AffiliateDetailResponse:
    """One affiliate with the newest bookings, their number, all held commissions, and the payouts."""
    summary = await service.get_affiliate(uow, tenant, affiliate_id)
    bookings = await service.referred_bookings(uow, tenant, affiliate_id)
    held = await service.held_bookings(uow, tenant, affiliate_id)
    payouts = await service.list_payouts(uow, tenant, affiliate_id=affiliate_id)
    return AffiliateDetailResponse(
        currency=tenant.currency,
        payable_on=await service.payable_on(uow, tenant),
        affiliate=AffiliateOut.of(summary, clock.now()),
        held_commissions=[CommissionOut.of(one) for one in held],
        commissions=[CommissionOut.of(one) for one in bookings.listed],
        commissions_count=bookings.count,
        payouts=[PayoutOut.of(one) for one in payouts],
    )


@router.get("/affiliates/{affiliate_id}/statement", dependencies=needs("affiliates"))
async def get_affiliate_statement(
    affiliate_id: UUID, tenant: CurrentTenant, uow: Uow, period: InPeriod, clock: AppClock
) -> StatementResponse:
    """Every change of the amount owed to an affiliate, with the balance after it."""
    statement = await service.load_statement(uow, tenant, affiliate_id, period)
    return StatementResponse(
        company=tenant.name,
        currency=tenant.currency,
        payable_on=await service.payable_on(uow, tenant),
        affiliate=AffiliateOut.of(statement.affiliate, clock.now()),
        opening_balance=to_json(statement.opening),
        closing_balance=to_json(statement.closing),
        lines=[StatementLineOut.of(line) for line in statement.lines],
    )


@router.get(
    "/affiliates/{affiliate_id}/statement.csv", dependencies=needs("affiliates"), response_class=Response
)
async def get_affiliate_statement_file(
    affiliate_id: UUID, tenant: CurrentTenant, uow: Uow, period: InPeriod, texts: ReaderTexts
) -> Response:
    """The statement as CSV, in the reader's language.

    One that reaches until now ends with the parts of the amount owed.
    """
    statement = await service.load_statement(uow, tenant, affiliate_id, period)
    now = statement.affiliate if period.last is None else None
    table = statement_table(statement.lines, statement.opening, tenant.zone, now, texts)
    return _file(table, f"statement-{statement.affiliate.promo_code or statement.affiliate.id}.csv")


@router.post("/pay-commission/{affiliate_id}")
async def pay_commission(
    actor: AffiliatesActor, affiliate_id: UUID, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> PayResponse:
    """Record a payout of everything that is payable to an affiliate.

    409 when nothing is payable, also after a concurrent payout; 422 without a payout email.
    """
    payout, name = await service.pay_commissions(uow, tenant, actor, affiliate_id, clock.now())
    return PayResponse(
        payout_id=payout.id,
        total_amount=to_json(payout.total),
        currency=tenant.currency,
        referrer_name=name,
        message=f"Paid {to_decimal(payout.total)} {tenant.currency} to {name}",
    )


@router.get("/payouts", dependencies=needs("affiliates"))
async def list_payouts(tenant: CurrentTenant, uow: Uow, period: InPeriod) -> PayoutsResponse:
    """Payouts, newest first, including reversed ones, at most 500; the totals include all."""
    payouts = await service.list_payouts(uow, tenant, period=period)
    return PayoutsResponse(
        currency=tenant.currency,
        payouts=[PayoutOut.of(one) for one in payouts[:MAX_ROWS]],
        totals=PayoutTotals.of(payouts),
    )


@router.get("/payouts.csv", dependencies=needs("affiliates"), response_class=Response)
async def get_payouts_file(tenant: CurrentTenant, uow: Uow, period: InPeriod) -> Response:
    """Payouts of a period in the payment provider's batch format; sending a file twice pays once."""
    payouts = await service.list_payouts(uow, tenant, period=period)
    # Without a byte order mark: the provider would read it as part of the first column's name.
    return _file(payment_table(payouts, tenant.name), "payouts.csv", mark="")


@router.post("/payouts/{payout_id}/reverse")
async def reverse_payout(
    actor: AffiliatesActor,
    payout_id: UUID,
    body: ReverseRequest,
    uow: Uow,
    clock: AppClock,
) -> Saved:
    """Reverse a payout that was recorded by mistake; its commissions are owed again."""
    await service.reverse_payout(uow, actor, payout_id, body.reason, clock.now())
    return Saved()


@router.post("/commissions/{booking_id}/release")
async def release_commission(actor: AffiliatesActor, booking_id: UUID, uow: Uow, clock: AppClock) -> Saved:
    """Release a held commission."""
    await service.release_commission(uow, actor, booking_id, clock.now())
    return Saved()


@router.post("/commissions/{booking_id}/refuse")
async def refuse_commission(
    actor: AffiliatesActor,
    booking_id: UUID,
    body: RefuseRequest,
    uow: Uow,
    clock: AppClock,
) -> Saved:
    """Refuse a held commission with a reason that is shown to the affiliate. It is no longer owed."""
    await service.refuse_commission(uow, actor, booking_id, body.reason, clock.now())
    return Saved()


@router.post("/commissions/{booking_id}/restore")
async def restore_commission(actor: AffiliatesActor, booking_id: UUID, uow: Uow, clock: AppClock) -> Saved:
    """Undo a refusal: the commission is owed and on hold again."""
    await service.restore_commission(uow, actor, booking_id, clock.now())
    return Saved()


def _file(table: list[list[object]], name: str, *, mark: str = BYTE_ORDER_MARK) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(mark + csv_rows(table), media_type="text/csv; charset=utf-8", headers=headers)
