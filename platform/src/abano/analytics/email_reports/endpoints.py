"""HTTP endpoints of reports by email and alerts: the console's, and the link that ends a subscription."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import HTMLResponse

from abano.accounts.access.principals import Admin
from abano.analytics.email_reports import service
from abano.analytics.email_reports.schemas import (
    AlertsResponse,
    ReportsByMailResponse,
    ReportTestRequest,
    ReportTestResponse,
    SubscribeRequest,
    WatchRequest,
)
from abano.analytics.email_reports.service import PATH, SUBSCRIPTION_KEYS, read_key
from abano.catalog.published.dependencies import ReaderTexts
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH, texts_in
from abano.core.templates import render_html
from abano.messaging.outbox.layout import text_on
from abano.messaging.outbox.service import load_recipient
from abano.web.dependencies import (
    AnalyticsActor,
    AppClock,
    AppSettings,
    ClientIp,
    CurrentTenant,
    SettingsActor,
    Uow,
    no_store,
    require_right,
)
from abano.web.public_writes import LIMITED

router = APIRouter(tags=["quiz analytics"])
CONSOLE = "/api/quiz/analytics"
NO_STORE = [Depends(no_store)]
Reader = Annotated[Admin, Depends(require_right("analytics"))]
Key = Annotated[str, Query(min_length=1, max_length=SUBSCRIPTION_KEYS.length)]
Language = Annotated[str, Query(max_length=MAX_LANGUAGE_LENGTH)]


@router.get(f"{CONSOLE}/mail", dependencies=NO_STORE)
async def list_reports_by_mail(admin: Reader, uow: Uow, texts: ReaderTexts) -> ReportsByMailResponse:
    """Who gets which report by email, who could, and whether the company is watched for alerts."""
    return await service.list_reports(uow, admin, texts)


@router.post(f"{CONSOLE}/mail", dependencies=NO_STORE)
async def add_report_by_mail(
    body: SubscribeRequest, actor: AnalyticsActor, uow: Uow, texts: ReaderTexts, clock: AppClock
) -> ReportsByMailResponse:
    """Have a colleague, or oneself, written to: each week or month, or when there is an alert."""
    await service.subscribe(uow, actor, body, clock.now())
    return await service.list_reports(uow, actor.admin, texts)


@router.delete(f"{CONSOLE}/mail/{{subscription_id}}", dependencies=NO_STORE)
async def end_report_by_mail(
    subscription_id: UUID, actor: AnalyticsActor, uow: Uow, texts: ReaderTexts, clock: AppClock
) -> ReportsByMailResponse:
    """End a report by email."""
    await service.end_subscription(uow, actor, subscription_id, clock.now())
    return await service.list_reports(uow, actor.admin, texts)


@router.post(f"{CONSOLE}/mail/test", dependencies=NO_STORE)
async def test_report_by_mail(
    body: ReportTestRequest, admin: Reader, uow: Uow, tenant: CurrentTenant, clock: AppClock
) -> ReportTestResponse:
    """Send oneself the report of the last week or month."""
    await service.send_test(uow, admin, tenant, body.span, body.query, clock.now())
    return ReportTestResponse(to=admin.email)


@router.put(f"{CONSOLE}/watch", dependencies=NO_STORE)
async def switch_alerts(
    body: WatchRequest, actor: SettingsActor, uow: Uow, texts: ReaderTexts, clock: AppClock
) -> ReportsByMailResponse:
    """Switch alerts on or off for the company."""
    await service.set_watch(uow, actor, clock.now(), is_on=body.is_on)
    return await service.list_reports(uow, actor.admin, texts)


@router.get(f"{CONSOLE}/alerts", dependencies=NO_STORE)
async def list_quiz_alerts(
    _: Reader, uow: Uow, tenant: CurrentTenant, texts: ReaderTexts, clock: AppClock
) -> AlertsResponse:
    """What fell in the last days by more than chance, and whether the quiz is silent."""
    return AlertsResponse(alerts=await service.list_alerts(uow, tenant, texts, clock.now()))


@router.post(f"{CONSOLE}/alerts/{{alert_id}}/dismiss", dependencies=NO_STORE)
async def dismiss_quiz_alert(
    alert_id: UUID,
    actor: AnalyticsActor,
    uow: Uow,
    tenant: CurrentTenant,
    texts: ReaderTexts,
    clock: AppClock,
) -> AlertsResponse:
    """Put an alert away for everyone of the company. It comes back when it falls again."""
    await service.dismiss_alert(uow, actor, alert_id, clock.now())
    return AlertsResponse(alerts=await service.list_alerts(uow, tenant, texts, clock.now()))


@router.get(PATH, include_in_schema=False, dependencies=LIMITED)
async def ask_end_of_reports(
    tenant: CurrentTenant, uow: Uow, settings: AppSettings, key: Key, lang: Language = "en"
) -> Response:
    """Ask before reports end: programs that look at links of mail end nothing."""
    is_genuine = read_key(settings.secret_key.get_secret_value(), tenant.id, key) is not None
    return await _page(uow, lang, is_asked=is_genuine, is_gone=not is_genuine)


@router.post(PATH, include_in_schema=False, dependencies=LIMITED)
async def end_reports(
    tenant: CurrentTenant,
    uow: Uow,
    settings: AppSettings,
    clock: AppClock,
    ip: ClientIp,
    key: Key,
    lang: Language = "en",
) -> Response:
    """End the subscription of the key: the button of the page, or of a mail program."""
    subscription_id = read_key(settings.secret_key.get_secret_value(), tenant.id, key)
    if subscription_id is None:
        return await _page(uow, lang, is_gone=True)
    await service.end_by_link(uow, subscription_id, ip, clock.now())
    return await _page(uow, lang)


async def _page(uow: Uow, language: str, *, is_asked: bool = False, is_gone: bool = False) -> Response:
    texts = texts_in(language)
    recipient = await load_recipient(uow, "", language)
    if is_gone:
        sentence = texts.gettext("This link is no longer valid.")
    elif is_asked:
        sentence = texts.gettext("Unsubscribe from this report?")
    else:
        sentence = texts.gettext("You have been unsubscribed from this report.")
    page = render_html(
        "bookings/customer_emails/templates/unsubscribe.html",
        language=language if language.isalnum() else "en",
        company=recipient.name,
        brand=recipient.brand,
        on_accent=text_on(recipient.brand.accent),
        title=texts.gettext("Reports by email"),
        sentence=sentence,
        button=texts.gettext("Unsubscribe me") if is_asked else "",
    )
    headers = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
    return HTMLResponse(page, status_code=410 if is_gone else 200, headers=headers)
