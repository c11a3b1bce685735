"""HTTP endpoints of messages to customers: texts and settings for managers, a booking's messages for the desk."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from abano.bookings.customer_emails import compose, service, webhooks
from abano.bookings.customer_emails.letters import words_in
from abano.bookings.customer_emails.rules import PLACEHOLDERS, Occasion, UnverifiedReport, filled
from abano.bookings.customer_emails.schemas import (
    BookingMessagesResponse,
    EventsResponse,
    KeepMessageTextRequest,
    MessagePreviewResponse,
    MessageSettingsOut,
    MessageSettingsRequest,
    MessagesResponse,
    MessageTextRequest,
    Provider,
    ReportsSecretRequest,
    ReportsSecretResponse,
    ResetMessageTextRequest,
)
from abano.bookings.customer_emails.service import load_settings, preview
from abano.bookings.customer_emails.webhooks import PATH, UNSUBSCRIBE_KEYS, read_key, unsubscribe
from abano.catalog.published.dependencies import Catalogs, PublicOrigin
from abano.core.errors import NotFound
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.core.templates import render_html
from abano.messaging.outbox.layout import Text, text_on
from abano.messaging.outbox.service import load_recipient
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

public_router = APIRouter(tags=["messages"])
REPORTS_PATH = "/api/messages/reports"
MAX_BYTES = 256 * 1024
# Fields of forms that mail programs send, and a margin.
Key = Annotated[str, Query(min_length=1, max_length=UNSUBSCRIBE_KEYS.length)]
AskedLanguage = Annotated[str, Query(max_length=MAX_LANGUAGE_LENGTH)]


@public_router.post(f"{REPORTS_PATH}/{{provider}}", dependencies=LIMITED)
async def receive_delivery_reports(
    provider: Provider,
    request: Request,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    clock: AppClock,
) -> EventsResponse:
    """What a mail service reports of this company's messages. Each report counts once."""
    body = await request.body()
    async with db.uow(tenant.id) as uow:
        secret = await webhooks.secret_of(uow, settings)
    if secret is None:
        raise NotFound
    try:
        if len(body) > MAX_BYTES:
            raise UnverifiedReport
        webhooks.check_signed(provider, body, request.headers, secret, clock.now())
        found = webhooks.READERS[provider](body)
        url = webhooks.subscription_url(body) if provider == "ses" else None
    except ValueError as error:
        raise UnverifiedReport from error
    if url is not None:
        await webhooks.confirm_subscription(url)
    async with db.uow(tenant.id) as uow:
        known = await webhooks.handle_reports(uow, settings.secret_key.get_secret_value(), found, clock.now())
    return EventsResponse(counted=known)


@public_router.get(PATH, include_in_schema=False, dependencies=LIMITED)
async def ask_unsubscribe(
    tenant: CurrentTenant, uow: Uow, settings: AppSettings, key: Key, lang: AskedLanguage = "en"
) -> Response:
    """Ask before messages are stopped: programs that look at links of mail stop nothing."""
    is_genuine = read_key(settings.secret_key.get_secret_value(), tenant.id, key) is not None
    return await _page(uow, lang, "ask" if is_genuine else "gone")


@public_router.post(PATH, include_in_schema=False, dependencies=LIMITED)
async def stop_messages(
    tenant: CurrentTenant,
    uow: Uow,
    settings: AppSettings,
    clock: AppClock,
    key: Key,
    lang: AskedLanguage = "en",
) -> Response:
    """Stop messages after rentals to the address of the key: the button of the page, or of a mail program."""
    hashed = read_key(settings.secret_key.get_secret_value(), tenant.id, key)
    if hashed is None:
        return await _page(uow, lang, "gone")
    await unsubscribe(uow, hashed, "asked", clock.now())
    return await _page(uow, lang, "done")


async def _page(uow: Uow, language: str, said: str) -> Response:
    words = words_in(language).unsubscribe
    recipient = await load_recipient(uow, "", language)
    page = render_html(
        "bookings/customer_emails/templates/unsubscribe.html",
        language=language if language.isalnum() else "en",
        company=recipient.name,
        brand=recipient.brand,
        on_accent=text_on(recipient.brand.accent),
        title=words["title"],
        sentence=filled(words[said], {"company": recipient.name}),
        button=words["button"] if said == "ask" else "",
    )
    headers = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
    return HTMLResponse(page, status_code=410 if said == "gone" else 200, headers=headers)


router = APIRouter(prefix="/api/admin", tags=["messages"], dependencies=[Depends(no_store)])
Language = Annotated[str, Path(max_length=MAX_LANGUAGE_LENGTH)]


async def _shown(
    uow: Uow, tenant: CurrentTenant, catalogs: Catalogs, origin: PublicOrigin
) -> MessagesResponse:
    languages = (await catalogs.get(tenant.id)).rules.languages
    email_settings = await load_settings(uow)
    return MessagesResponse(
        languages=list(languages),
        placeholders=list(PLACEHOLDERS),
        occasions=await service.list_occasions(uow, languages),
        settings=MessageSettingsOut(
            reminder_hour=email_settings.reminder_hour,
            thanks_days=email_settings.thanks_days,
            review_url=email_settings.review_url,
            has_events_secret=email_settings.events_secret is not None,
            revision=email_settings.revision,
        ),
        events_url=f"{origin}{REPORTS_PATH}",
    )


@router.get("/messages")
async def list_messages(
    _: SettingsActor, uow: Uow, tenant: CurrentTenant, catalogs: Catalogs, origin: PublicOrigin
) -> MessagesResponse:
    """Every message to customers with its texts and switch, what may stand in them, and when they are sent."""
    return await _shown(uow, tenant, catalogs, origin)


@router.put("/messages/settings")
async def update_message_settings(
    body: MessageSettingsRequest,
    actor: SettingsActor,
    uow: Uow,
    tenant: CurrentTenant,
    catalogs: Catalogs,
    origin: PublicOrigin,
    clock: AppClock,
) -> MessagesResponse:
    """Choose which messages are sent, and when. Refused (409) when someone else changed it in the meantime."""
    await service.update_settings(uow, actor, body, clock.now())
    return await _shown(uow, tenant, catalogs, origin)


@router.put("/messages/texts/{occasion}/{language}")
async def keep_message_text(
    occasion: Occasion,
    language: Language,
    body: KeepMessageTextRequest,
    actor: SettingsActor,
    uow: Uow,
    tenant: CurrentTenant,
    catalogs: Catalogs,
    origin: PublicOrigin,
    clock: AppClock,
) -> MessagesResponse:
    """Say a message in the company's own words. Refused (409) when someone else changed it in the meantime."""
    service.check_language(language, (await catalogs.get(tenant.id)).rules.languages)
    await service.keep_text(uow, actor, occasion, language, body, clock.now())
    return await _shown(uow, tenant, catalogs, origin)


@router.post("/messages/texts/{occasion}/{language}/reset")
async def reset_message_text(
    occasion: Occasion,
    language: Language,
    body: ResetMessageTextRequest,
    actor: SettingsActor,
    uow: Uow,
    tenant: CurrentTenant,
    catalogs: Catalogs,
    origin: PublicOrigin,
    clock: AppClock,
) -> MessagesResponse:
    """Go back to the product's text."""
    await service.reset_text(uow, actor, occasion, language, body.revision, clock.now())
    return await _shown(uow, tenant, catalogs, origin)


async def _previewed(
    occasion: Occasion,
    language: Language,
    body: MessageTextRequest,
    _: SettingsActor,
    uow: Uow,
    tenant: CurrentTenant,
    catalogs: Catalogs,
    origin: PublicOrigin,
    clock: AppClock,
) -> Text:
    """The text of the editor as a customer would receive it."""
    catalog = await catalogs.get(tenant.id)
    service.check_language(language, catalog.rules.languages)
    service.check_text(body.text())
    recipient = await load_recipient(uow, origin, language)
    review_url = (await load_settings(uow)).review_url
    return preview(
        recipient, catalog, occasion, language, body.text(), review_url=review_url, now=clock.now()
    )


Previewed = Annotated[Text, Depends(_previewed)]


@router.post("/messages/texts/{occasion}/{language}/preview")
async def preview_message(text: Previewed) -> MessagePreviewResponse:
    """How a text would look, for a rental that is made up."""
    return MessagePreviewResponse(subject=text.subject, html=text.html, text=text.body)


@router.post("/messages/texts/{occasion}/{language}/test", status_code=204)
async def send_message_test(text: Previewed, actor: SettingsActor, uow: Uow, clock: AppClock) -> None:
    """Send the preview to the signed-in admin."""
    if actor.admin is not None:
        await service.send_test(uow, actor.admin.email, text, clock.now())


@router.put("/messages/reports-secret")
async def set_reports_secret(
    body: ReportsSecretRequest, actor: IntegrationsActor, uow: Uow, settings: AppSettings, clock: AppClock
) -> ReportsSecretResponse:
    """Store the secret by which the mail service's reports are known. It is encrypted, and never shown again."""
    secret = body.secret.get_secret_value().strip() if body.secret else None
    return ReportsSecretResponse(secret=await webhooks.keep_secret(uow, actor, settings, secret, clock.now()))


@router.delete("/messages/reports-secret", status_code=204)
async def drop_reports_secret(actor: IntegrationsActor, uow: Uow, clock: AppClock) -> None:
    """Refuse reports of mail services."""
    await webhooks.drop_secret(uow, actor, clock.now())


@router.get("/bookings/{booking_id}/messages")
async def list_booking_messages(booking_id: UUID, _: BookingsActor, uow: Uow) -> BookingMessagesResponse:
    """What the customer of a booking was sent, and what became of it."""
    return await compose.list_messages(uow, booking_id)


@router.post("/bookings/{booking_id}/messages/{message_id}/resend")
async def resend_booking_message(
    booking_id: UUID, message_id: UUID, actor: BookingsActor, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> BookingMessagesResponse:
    """Send a message again, to the address that the booking has now."""
    await compose.resend(uow, actor, booking_id, message_id, tenant.zone, clock.now())
    return await compose.list_messages(uow, booking_id)
