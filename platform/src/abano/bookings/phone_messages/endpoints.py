"""HTTP endpoints of WhatsApp and SMS: accounts and texts, a booking's messages, the inbox, the providers' events."""

import hmac
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from abano.bookings.customer_emails.rules import Occasion
from abano.bookings.phone_messages import inbound, providers, service, thread
from abano.bookings.phone_messages.repository import PhoneRepository
from abano.bookings.phone_messages.rules import (
    UnverifiedPhoneEvent,
)
from abano.bookings.phone_messages.schemas import (
    BookingPhoneMessagesResponse,
    PhoneChannelRequest,
    PhoneChannelsResponse,
    PhoneConsentRequest,
    PhoneEventsResponse,
    PhoneInboxRequest,
    PhoneInboxResponse,
    PhoneTemplateRequest,
    PhoneTextRequest,
)
from abano.catalog.published.dependencies import Catalogs, PublicOrigin
from abano.core.errors import NotFound
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.messaging.phone_consents.models import PhoneChannel
from abano.messaging.phone_consents.rules import Channel
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    BookingsActor,
    CurrentTenant,
    Db,
    IntegrationsActor,
    SettingsActor,
    Uow,
    no_store,
)
from abano.web.public_writes import LIMITED

public_router = APIRouter(tags=["messages"], dependencies=[Depends(no_store)])
MAX_BYTES = 256 * 1024
Token = Annotated[str, Query(alias="hub.verify_token", min_length=1, max_length=1_000)]
Challenge = Annotated[str, Query(alias="hub.challenge", pattern="^[A-Za-z0-9_.-]{1,200}$")]


@public_router.get(f"{service.EVENTS_PATH}/whatsapp", include_in_schema=False, dependencies=LIMITED)
async def confirm_whatsapp_webhook(
    uow: Uow, settings: AppSettings, token: Token, challenge: Challenge
) -> Response:
    """What Meta asks once when the webhook is added: the token is known only to the company."""
    row = await PhoneRepository(uow).channel("whatsapp")
    wanted = service.secret_of(settings, row, "verify_token") if row else None
    if wanted is None or not hmac.compare_digest(wanted.encode(), token.encode()):
        raise NotFound
    return PlainTextResponse(challenge)


@public_router.post(f"{service.EVENTS_PATH}/whatsapp", dependencies=LIMITED)
async def receive_whatsapp_events(
    request: Request, tenant: CurrentTenant, db: Db, settings: AppSettings, clock: AppClock
) -> PhoneEventsResponse:
    """Messages and states that Meta signed with the app's secret. Each counts once."""
    body = await request.body()
    async with db.uow(tenant.id) as uow:
        row = await _connected(uow, "whatsapp")
    secret = service.secret_of(settings, row, "app_secret")
    header = request.headers.get("x-hub-signature-256", "")
    if len(body) > MAX_BYTES or secret is None or not providers.is_signed_by_meta(body, header, secret):
        raise UnverifiedPhoneEvent
    try:
        messages, reports = providers.read_meta(body, row.account)
    except ValueError as error:
        raise UnverifiedPhoneEvent from error
    async with db.uow(tenant.id) as uow:
        counted = await inbound.handle(uow, "whatsapp", messages, reports, clock.now())
    return PhoneEventsResponse(counted=counted)


@public_router.post(f"{service.EVENTS_PATH}/sms", dependencies=LIMITED)
async def receive_sms_events(
    request: Request,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    clock: AppClock,
    origin: PublicOrigin,
    message: UUID | None = None,
) -> Response:
    """A message or a state that Twilio signed with the account's token. The empty answer sends no reply."""
    body = await request.body()
    async with db.uow(tenant.id) as uow:
        row = await _connected(uow, "sms")
    token = service.secret_of(settings, row, "token")
    query = f"?{request.url.query}" if request.url.query else ""
    url = f"{origin}{service.EVENTS_PATH}/sms{query}"
    header = request.headers.get("x-twilio-signature", "")
    try:
        form = providers.read_form(body) if len(body) <= MAX_BYTES else []
    except ValueError as error:
        raise UnverifiedPhoneEvent from error
    if token is None or not form or not providers.is_signed_by_twilio(url, form, header, token):
        raise UnverifiedPhoneEvent
    fields = dict(form)
    if fields.get("AccountSid") != row.account:
        raise UnverifiedPhoneEvent
    messages, reports = providers.read_twilio(fields, message)
    async with db.uow(tenant.id) as uow:
        await inbound.handle(uow, "sms", messages, reports, clock.now())
    return Response("<Response/>", media_type="text/xml")


async def _connected(uow: Uow, channel: Channel) -> PhoneChannel:
    """Also one that is turned off: replies and opt-outs still count. Raises NotFound."""
    row = await PhoneRepository(uow).channel(channel)
    if row is None:
        raise NotFound
    return row


router = APIRouter(prefix="/api/admin", tags=["messages"], dependencies=[Depends(no_store)])
Language = Annotated[str, Path(max_length=MAX_LANGUAGE_LENGTH)]


async def _shown(
    uow: Uow, tenant: CurrentTenant, catalogs: Catalogs, origin: PublicOrigin, clock: AppClock
) -> PhoneChannelsResponse:
    languages = (await catalogs.get(tenant.id)).rules.languages
    return await service.list_channels(uow, origin, languages, clock.now())


@router.get("/phone-channels")
async def list_phone_channels(
    _: SettingsActor,
    uow: Uow,
    tenant: CurrentTenant,
    catalogs: Catalogs,
    origin: PublicOrigin,
    clock: AppClock,
) -> PhoneChannelsResponse:
    """WhatsApp and SMS: whether they are connected, and the texts of automatic messages."""
    return await _shown(uow, tenant, catalogs, origin, clock)


@router.put("/phone-channels/{channel}")
async def set_phone_channel(
    channel: Channel,
    body: PhoneChannelRequest,
    actor: IntegrationsActor,
    uow: Uow,
    tenant: CurrentTenant,
    settings: AppSettings,
    catalogs: Catalogs,
    origin: PublicOrigin,
    clock: AppClock,
) -> PhoneChannelsResponse:
    """Connect an account or change it. Secrets are stored encrypted and never returned."""
    await service.keep_channel(uow, actor, settings, channel, body, clock.now())
    return await _shown(uow, tenant, catalogs, origin, clock)


@router.delete("/phone-channels/{channel}", status_code=204)
async def drop_phone_channel(channel: Channel, actor: IntegrationsActor, uow: Uow, clock: AppClock) -> None:
    """Delete the account with its texts. Nothing more is sent or received."""
    await service.drop_channel(uow, actor, channel, clock.now())


@router.put("/phone-channels/{channel}/texts/{occasion}/{language}")
async def set_phone_text(
    channel: Channel,
    occasion: Occasion,
    language: Language,
    body: PhoneTemplateRequest,
    actor: SettingsActor,
    uow: Uow,
    tenant: CurrentTenant,
    catalogs: Catalogs,
    origin: PublicOrigin,
    clock: AppClock,
) -> PhoneChannelsResponse:
    """Set the text of an automatic message in a language; from then on it is sent."""
    languages = (await catalogs.get(tenant.id)).rules.languages
    await service.keep_template(uow, actor, channel, occasion, language, languages, body, clock.now())
    return await _shown(uow, tenant, catalogs, origin, clock)


@router.delete("/phone-channels/{channel}/texts/{occasion}/{language}", status_code=204)
async def drop_phone_text(
    channel: Channel, occasion: Occasion, language: Language, actor: SettingsActor, uow: Uow, clock: AppClock
) -> None:
    """Send this message no longer in this language."""
    await service.drop_template(uow, actor, channel, occasion, language, clock.now())


@router.get("/bookings/{booking_id}/phone-messages")
async def list_booking_phone_messages(
    booking_id: UUID, _: BookingsActor, uow: Uow, clock: AppClock
) -> BookingPhoneMessagesResponse:
    """A booking's messages by WhatsApp and SMS in both directions, and whether the customer may be written to."""
    return await thread.show(uow, booking_id, clock.now())


@router.post("/bookings/{booking_id}/phone-messages", status_code=201)
async def write_booking_phone_message(
    booking_id: UUID, body: PhoneTextRequest, actor: BookingsActor, uow: Uow, clock: AppClock
) -> BookingPhoneMessagesResponse:
    """Write to the customer. WhatsApp takes free text only within 24 hours of the customer's last message."""
    await thread.write(uow, actor, booking_id, body, clock.now())
    return await thread.show(uow, booking_id, clock.now())


@router.post("/bookings/{booking_id}/phone-messages/{phone_message_id}/resend")
async def resend_booking_phone_message(
    booking_id: UUID, phone_message_id: UUID, actor: BookingsActor, uow: Uow, clock: AppClock
) -> BookingPhoneMessagesResponse:
    """Send a message again that failed, was left out, or of which it is not known whether it was sent."""
    await thread.resend(uow, actor, booking_id, phone_message_id, clock.now())
    return await thread.show(uow, booking_id, clock.now())


@router.put("/bookings/{booking_id}/phone-consent")
async def set_booking_phone_consent(
    booking_id: UUID, body: PhoneConsentRequest, actor: BookingsActor, uow: Uow, clock: AppClock
) -> BookingPhoneMessagesResponse:
    """Note whether the customer agreed to messages on this channel."""
    await thread.set_consent(uow, actor, booking_id, body.channel, clock.now(), is_opted_in=body.is_opted_in)
    return await thread.show(uow, booking_id, clock.now())


@router.get("/phone-inbox")
async def list_phone_inbox(_: BookingsActor, uow: Uow) -> PhoneInboxResponse:
    """Messages of customers that no colleague dealt with, newest first."""
    return await thread.show_inbox(uow)


@router.post("/phone-inbox/{inbound_id}")
async def handle_phone_inbox_message(
    inbound_id: UUID, body: PhoneInboxRequest, actor: BookingsActor, uow: Uow, clock: AppClock
) -> PhoneInboxResponse:
    """Assign a message to a booking, or mark it as dealt with."""
    await thread.take_from_inbox(uow, actor, inbound_id, body.reference, clock.now())
    return await thread.show_inbox(uow)
