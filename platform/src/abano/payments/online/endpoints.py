"""HTTP endpoints of online payments: the owner's keys, links, Stripe's events, the customer's return."""

import json
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from abano.core.crypto import BadSignature, verify_signature
from abano.core.errors import MalformedRequest, NotFound
from abano.core.money import to_minor
from abano.payments.journal.schemas import IdempotencyKey
from abano.payments.online import account, service
from abano.payments.online.refunds import REFUND_EVENTS, SESSION_EVENTS, Office, handle_event
from abano.payments.online.schemas import (
    EventResponse,
    LinkOut,
    LinkRequest,
    ReturnRequest,
    ReturnResponse,
    StripeAccount,
    StripeRequest,
    StripeResponse,
)
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    Catalogs,
    CurrentTenant,
    Db,
    Desk,
    Owner,
    PublicOrigin,
    Uow,
    no_store,
)
from abano.web.public_writes import LIMITED, LimitedWriter

router = APIRouter(tags=["money"], dependencies=[Depends(no_store)])
EVENTS_PATH = "/api/stripe/events"
MAX_BYTES = 256 * 1024


class UnverifiedEvent(MalformedRequest):
    """This was not signed by Stripe for this company."""


@router.get("/api/admin/stripe")
async def show_stripe(_: Owner, uow: Uow, origin: PublicOrigin) -> StripeResponse:
    """Whether online payments are set up, and what to enter at Stripe."""
    stored = await account.find_account(uow)
    return StripeResponse(
        account=StripeAccount.of(stored) if stored else None,
        webhook_url=f"{origin}{EVENTS_PATH}",
        events=sorted(SESSION_EVENTS | REFUND_EVENTS),
    )


@router.put("/api/admin/stripe", status_code=204)
async def set_stripe(
    body: StripeRequest, actor: Owner, tenant: CurrentTenant, uow: Uow, settings: AppSettings, clock: AppClock
) -> None:
    """Enter the keys of Stripe. They are stored encrypted and never shown."""
    await account.keep_account(
        uow,
        tenant,
        actor,
        settings,
        key=body.secret_key.get_secret_value().strip() if body.secret_key else None,
        webhook_secret=body.webhook_secret.get_secret_value().strip() if body.webhook_secret else None,
        now=clock.now(),
    )


@router.delete("/api/admin/stripe", status_code=204)
async def drop_stripe(actor: Owner, tenant: CurrentTenant, uow: Uow, clock: AppClock) -> None:
    """Delete the keys: no further links."""
    await account.drop_account(uow, tenant, actor, clock.now())


@router.post("/api/admin/bookings/{booking_id}/payment-links", status_code=201)
async def make_payment_link(
    booking_id: UUID,
    body: LinkRequest,
    actor: Desk,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    catalogs: Catalogs,
    clock: AppClock,
    origin: PublicOrigin,
    key: IdempotencyKey = None,
) -> list[LinkOut]:
    """Make a link to Stripe's payment page, and send it where wanted; answers the booking's links."""
    office = Office(db, settings, tenant, await catalogs.get(tenant.id), origin)
    wanted = service.Wanted(body.purpose, to_minor(body.amount), body.send_email)
    await service.make_link(office, actor, booking_id, wanted, key, clock.now())
    async with db.uow(tenant.id) as uow:
        return [LinkOut.of(row, clock.now()) for row in await service.links_of(uow, booking_id)]


@router.post(EVENTS_PATH, dependencies=LIMITED)
async def receive_stripe_webhook(
    request: Request,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    catalogs: Catalogs,
    clock: AppClock,
) -> EventResponse:
    """An event of Stripe, signed for this company. Each counts once."""
    payload = await request.body()
    header = request.headers.get("stripe-signature", "")
    async with db.uow(tenant.id) as uow:
        stored = await account.find_account(uow)
    if stored is None:
        raise NotFound
    secret = account.webhook_secret_of(settings, tenant.id, stored)
    try:
        if len(payload) > MAX_BYTES:
            raise BadSignature
        verify_signature(payload, header, secret, clock.now())
    except BadSignature as error:
        raise UnverifiedEvent from error
    # A fault from here on is ours: it is logged and answered 500, so that Stripe sends the event again.
    event = json.loads(payload)
    catalog = await catalogs.get(tenant.id)
    async with db.uow(tenant.id) as uow:
        await handle_event(uow, tenant, catalog, event, clock.now())
    return EventResponse()


@router.post("/api/payments/online")
async def show_online_payment(
    body: ReturnRequest, writer: LimitedWriter, uow: Uow, response: Response
) -> ReturnResponse:
    """Whether a link was paid, for the page the customer returns to. The token grants access: no URL carries it."""
    response.headers["X-Robots-Tag"] = "noindex"
    payment, booking = await service.show_return(uow, body.token)
    return ReturnResponse.of_payment(payment, booking, writer.now)
