"""HTTP endpoints of online payments: the owner's keys, links, Stripe's events, the customer's return."""

import json
from datetime import datetime
from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from abano.catalog.published.dependencies import Catalogs, PublicOrigin
from abano.core.crypto import BadSignature, verify_signature
from abano.core.errors import MalformedRequest, NotFound
from abano.core.money import to_minor
from abano.payments.journal.schemas import IdempotencyKey
from abano.payments.online import account, connect, service
from abano.payments.online.hold_states import HOLD_EVENTS
from abano.payments.online.refunds import REFUND_EVENTS, SESSION_EVENTS, Office, handle_event
from abano.payments.online.repository import find_connected
from abano.payments.online.schemas import (
    ConnectionResponse,
    ConnectionReturn,
    EventResponse,
    LinkOut,
    LinkRequest,
    ReturnRequest,
    ReturnResponse,
    StripeAccount,
    StripeOptions,
    StripeRequest,
    StripeResponse,
)
from abano.tenancy.directory.tenant import load_tenant
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    CurrentTenant,
    Db,
    IntegrationsActor,
    PaymentsActor,
    Uow,
    admin_token,
    no_store,
)
from abano.web.public_writes import LIMITED, LimitedWriter, get_public_writer

router = APIRouter(tags=["money"], dependencies=[Depends(no_store)])
EVENTS_PATH = "/api/stripe/events"
CONNECT_EVENTS_PATH = "/api/stripe/connect/events"
MAX_BYTES = 256 * 1024


class UnverifiedEvent(MalformedRequest):
    """This was not signed by Stripe for this company."""


@router.get("/api/admin/stripe")
async def show_stripe(
    _: IntegrationsActor, uow: Uow, settings: AppSettings, origin: PublicOrigin
) -> StripeResponse:
    """Whether online payments are set up, and what to enter at Stripe."""
    stored = await account.find_account(uow)
    return StripeResponse(
        account=StripeAccount.of(stored) if stored else None,
        may_connect=account.platform_stripe(settings) is not None,
        webhook_url=f"{origin}{EVENTS_PATH}",
        events=sorted(SESSION_EVENTS | REFUND_EVENTS | HOLD_EVENTS),
    )


@router.put("/api/admin/stripe", status_code=204)
async def set_stripe(
    body: StripeRequest,
    actor: IntegrationsActor,
    tenant: CurrentTenant,
    uow: Uow,
    settings: AppSettings,
    clock: AppClock,
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
async def drop_stripe(actor: IntegrationsActor, tenant: CurrentTenant, uow: Uow, clock: AppClock) -> None:
    """Delete the keys, or disconnect the account: no further links."""
    await account.drop_account(uow, tenant, actor, clock.now())


@router.put("/api/admin/stripe/options", status_code=204)
async def set_stripe_options(
    body: StripeOptions, actor: IntegrationsActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> None:
    """Choose whether customers can put the deposit on hold in My booking."""
    await account.set_options(uow, tenant, actor, offers_holds=body.offers_holds, now=clock.now())


async def get_connector(
    request: Request,
    actor: IntegrationsActor,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    origin: PublicOrigin,
) -> connect.Connector:
    # The console's own host, where the owner is signed in: the company's site may have another one.
    console = f"{urlsplit(origin).scheme}://{request.headers.get('host', '')}"
    return connect.Connector(db, settings, tenant, actor, admin_token(request), console)


CurrentConnector = Annotated[connect.Connector, Depends(get_connector)]


@router.post("/api/admin/stripe/connection", status_code=201)
async def connect_stripe(connector: CurrentConnector, clock: AppClock) -> ConnectionResponse:
    """Connect the company's account without keys: where its owner signs up or signs in at Stripe."""
    return ConnectionResponse(url=await connect.start(connector, clock.now()))


@router.post("/api/admin/stripe/connection/return", status_code=204)
async def return_from_stripe(body: ConnectionReturn, connector: CurrentConnector, clock: AppClock) -> None:
    """Note how far the connection is, once, for the session that left for Stripe."""
    await connect.finish(connector, body.state, clock.now())


@router.post("/api/admin/bookings/{booking_id}/payment-links", status_code=201)
async def make_payment_link(
    booking_id: UUID,
    body: LinkRequest,
    actor: PaymentsActor,
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
    async with db.uow(tenant.id) as uow:
        stored = await account.find_account(uow)
    if stored is None or stored.account_id is not None:
        raise NotFound
    secret = account.webhook_secret_of(settings, tenant.id, stored)
    if not _is_signed(request, payload, secret, clock.now()):
        raise UnverifiedEvent
    # A fault from here on is ours: it is logged and answered 500, so that Stripe sends the event again.
    event = json.loads(payload)
    catalog = await catalogs.get(tenant.id)
    async with db.uow(tenant.id) as uow:
        await handle_event(uow, tenant, catalog, event, clock.now())
    return EventResponse()


def _is_signed(request: Request, payload: bytes, secret: str, now: datetime) -> bool:
    if len(payload) > MAX_BYTES:
        return False
    try:
        verify_signature(payload, request.headers.get("stripe-signature", ""), secret, now)
    except BadSignature:
        return False
    return True


@router.post(CONNECT_EVENTS_PATH)
async def receive_connect_webhook(
    request: Request, db: Db, settings: AppSettings, catalogs: Catalogs, clock: AppClock
) -> EventResponse:
    """An event of a connected account, signed for the platform. The account says which company's it is."""
    secret = settings.stripe_connect_webhook_secret.get_secret_value()
    payload, now = await request.body(), clock.now()
    if not secret or not _is_signed(request, payload, secret, now):
        # Events that Stripe signed are not counted: those of all companies come from a few addresses.
        await get_public_writer(request)
        raise UnverifiedEvent if secret else NotFound
    event = json.loads(payload)
    account_id = event.get("account")
    tenant_id = await find_connected(db, account_id) if isinstance(account_id, str) else None
    tenant = await load_tenant(db, tenant_id) if tenant_id else None
    # Test and live events of an account both come here; one that is not ours is none of our business.
    is_live = "_live_" in settings.stripe_connect_key.get_secret_value()
    if tenant is None or bool(event.get("livemode")) != is_live:
        return EventResponse()
    if event.get("type") in connect.ACCOUNT_EVENTS:
        await connect.note_account_event(db, settings, tenant.id, event, now)
        return EventResponse()
    catalog = await catalogs.get(tenant.id)
    async with db.uow(tenant.id) as uow:
        await handle_event(uow, tenant, catalog, event, now)
    return EventResponse()


@router.post("/api/payments/online")
async def show_online_payment(
    body: ReturnRequest, writer: LimitedWriter, uow: Uow, response: Response
) -> ReturnResponse:
    """Whether a link was paid, for the page the customer returns to. The token grants access: no URL carries it."""
    response.headers["X-Robots-Tag"] = "noindex"
    payment, booking = await service.show_return(uow, body.token)
    return ReturnResponse.of_payment(payment, booking, writer.now)
