"""Public HTTP endpoints of messages: reports of mail services, and the link that stops messages after a rental."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from abano.core.errors import NotFound
from abano.core.languages.texts import LONGEST_LANGUAGE
from abano.core.templates import render_html
from abano.messaging.customer_emails import webhooks
from abano.messaging.customer_emails.errors import UnverifiedReport
from abano.messaging.customer_emails.letters import words_in
from abano.messaging.customer_emails.rules import filled
from abano.messaging.customer_emails.schemas import EventsResponse, Provider
from abano.messaging.customer_emails.webhooks import KEY_LENGTH, PATH, read_key, unsubscribe
from abano.messaging.outbox.layout import text_on
from abano.messaging.outbox.service import load_recipient
from abano.web.dependencies import AppClock, AppSettings, CurrentTenant, Db, Uow
from abano.web.public_writes import LIMITED

router = APIRouter(tags=["messages"])
REPORTS_PATH = "/api/messages/reports"
MOST_BYTES = 256 * 1024
# Fields of forms that mail programs send, and a margin.
Key = Annotated[str, Query(min_length=1, max_length=KEY_LENGTH)]
Language = Annotated[str, Query(max_length=LONGEST_LANGUAGE)]


@router.post(f"{REPORTS_PATH}/{{provider}}", dependencies=LIMITED)
async def hear_reports(
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
        if len(body) > MOST_BYTES:
            raise UnverifiedReport
        webhooks.check_signed(provider, body, request.headers, secret, clock.now())
        found = webhooks.READERS[provider](body)
        url = webhooks.subscription_url(body) if provider == "ses" else None
    except ValueError as error:
        raise UnverifiedReport from error
    if url is not None:
        await webhooks.confirm_subscription(url)
    async with db.uow(tenant.id) as uow:
        known = await webhooks.hear(uow, settings.secret_key.get_secret_value(), found, clock.now())
    return EventsResponse(counted=known)


@router.get(PATH, include_in_schema=False, dependencies=LIMITED)
async def ask_unsubscribe(
    tenant: CurrentTenant, uow: Uow, settings: AppSettings, key: Key, lang: Language = "en"
) -> Response:
    """Ask before messages are stopped: programs that look at links of mail stop nothing."""
    is_genuine = read_key(settings.secret_key.get_secret_value(), tenant.id, key) is not None
    return await _page(uow, lang, "ask" if is_genuine else "gone")


@router.post(PATH, include_in_schema=False, dependencies=LIMITED)
async def stop_messages(
    tenant: CurrentTenant, uow: Uow, settings: AppSettings, clock: AppClock, key: Key, lang: Language = "en"
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
        "messaging/customer_emails/templates/unsubscribe.html",
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
