"""HTTP endpoints of offline conversions: the admin's page, and the files that Google fetches."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response

from abano.core.errors import stored_sentence
from abano.marketing.conversions.models import ConversionSender
from abano.marketing.conversions.repository import DEFAULT_NAME
from abano.marketing.conversions.rules import FileKind
from abano.marketing.conversions.schemas import (
    ConversionCounts,
    ConversionFileUrls,
    ConversionFileUrlsResponse,
    ConversionFileUrlsState,
    ConversionNameRequest,
    ConversionReason,
    ConversionSenderRequest,
    ConversionSending,
    ConversionsResponse,
    HashedEmailRequest,
)
from abano.marketing.conversions.service import FILE_KINDS, Conversions, SenderChange, Senders
from abano.tenancy.directory.tenant import host_origin
from abano.web.dependencies import (
    AdvertisingActor,
    AppClock,
    AppSettings,
    CurrentTenant,
    IntegrationsActor,
    Uow,
    no_store,
)
from abano.web.errors import SentenceOut

router = APIRouter(tags=["conversions"], dependencies=[Depends(no_store)])
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


async def get_conversions(uow: Uow, tenant: CurrentTenant, clock: AppClock) -> Conversions:
    return Conversions(uow, tenant, clock.now())


async def get_senders(uow: Uow, tenant: CurrentTenant, clock: AppClock) -> Senders:
    return Senders(uow, tenant, clock.now())


ConversionsOf = Annotated[Conversions, Depends(get_conversions)]
SendersOf = Annotated[Senders, Depends(get_senders)]


@router.get("/api/admin/conversions")
async def show_conversions(
    _: AdvertisingActor, conversions: ConversionsOf, senders: SendersOf, tenant: CurrentTenant
) -> ConversionsResponse:
    """Settings, counts and sending of conversions."""
    settings = await conversions.settings()
    return ConversionsResponse(
        conversion_name=settings.conversion_name if settings else DEFAULT_NAME,
        sends_hashed_email=settings is not None and settings.sends_hashed_email,
        counts=ConversionCounts.model_validate(await conversions.counts()),
        file_urls=ConversionFileUrlsState(
            created_at=settings.urls_created_at if settings else None,
            fetched_at=settings.fetched_at if settings else None,
        ),
        timezone=tenant.timezone,
        sending=await _sending(senders),
    )


@router.put("/api/admin/conversions", status_code=204)
async def rename_conversion(
    body: ConversionNameRequest, actor: AdvertisingActor, conversions: ConversionsOf
) -> None:
    """Set the name of the conversion action, exactly as it is in Google Ads."""
    await conversions.rename(actor, body.conversion_name)


@router.put("/api/admin/conversions/hashed-email", status_code=204)
async def set_hashed_email(
    body: HashedEmailRequest, actor: IntegrationsActor, conversions: ConversionsOf
) -> None:
    """Enhanced conversions: add the hashed email of customers who agreed, or leave it out."""
    await conversions.set_hashed_email(actor, is_sent=body.sends_hashed_email)


@router.post("/api/admin/conversions/file-urls")
async def create_conversion_urls(
    actor: IntegrationsActor, conversions: ConversionsOf, tenant: CurrentTenant, settings: AppSettings
) -> ConversionFileUrlsResponse:
    """Create or replace the secret URL of the files. It is shown once."""
    secret = await conversions.create_urls(actor)
    origin = host_origin(tenant.primary_host, settings.port)
    clicks, app_clicks, retractions = (f"{origin}/api/conversions/{secret}/{kind}.csv" for kind in FILE_KINDS)
    return ConversionFileUrlsResponse(
        urls=ConversionFileUrls(clicks=clicks, app_clicks=app_clicks, retractions=retractions)
    )


@router.delete("/api/admin/conversions/file-urls", status_code=204)
async def delete_conversion_urls(actor: IntegrationsActor, conversions: ConversionsOf) -> None:
    """Remove the secret URL."""
    await conversions.delete_urls(actor)


@router.put("/api/admin/conversions/sender", status_code=204)
async def set_conversion_sender(
    body: ConversionSenderRequest, actor: IntegrationsActor, senders: SendersOf, settings: AppSettings
) -> None:
    """Send by Google's Data AdvertisingActor API. The key is stored encrypted and never shown."""
    change = SenderChange(
        account_id=body.account_id,
        login_account_id=body.login_account_id,
        conversion_action_id=body.conversion_action_id,
        key_file=body.key_file,
    )
    await senders.keep(actor, change, settings.secret_key.get_secret_value())


@router.delete("/api/admin/conversions/sender", status_code=204)
async def drop_conversion_sender(actor: IntegrationsActor, senders: SendersOf) -> None:
    """Stop sending, and delete the key."""
    await senders.drop(actor)


@router.get("/api/admin/conversions/{kind}.csv", response_class=Response, responses=CSV)
async def download_conversions(
    _: AdvertisingActor, kind: FileKind, conversions: ConversionsOf, tenant: CurrentTenant, clock: AppClock
) -> Response:
    """A file to upload by hand."""
    day = clock.now().astimezone(tenant.zone).date()
    disposition = f'attachment; filename="google-ads-{kind}-{day}.csv"'
    return _csv(await conversions.file(kind), {"Content-Disposition": disposition})


@router.get("/api/conversions/{secret}/{kind}.csv", response_class=Response, responses=CSV)
async def fetch_conversions(secret: str, kind: FileKind, conversions: ConversionsOf) -> Response:
    """The same file at the secret URL, for scheduled fetching."""
    return _csv(await conversions.fetched(secret, kind), {"X-Robots-Tag": "noindex"})


async def _sending(senders: Senders) -> ConversionSending | None:
    sender = await senders.sender()
    if sender is None:
        return None
    reasons = await senders.reasons()
    return ConversionSending(
        account_id=sender.account_id,
        login_account_id=sender.login_account_id,
        conversion_action_id=sender.conversion_action_id,
        client_email=sender.client_email,
        sent=await senders.sent(),
        not_taken=sum(events for _, events in reasons),
        reasons=[ConversionReason(reason=reason, events=events) for reason, events in reasons],
        problem=_problem(sender),
        next_attempt=sender.due_at if sender.problem else None,
        sent_at=sender.sent_at,
    )


def _problem(sender: ConversionSender) -> SentenceOut | None:
    if sender.problem is None:
        return None
    if sender.problem_note is None:
        # A release before this one noted it, in English.
        return SentenceOut(code="", message=sender.problem)
    return SentenceOut.of(stored_sentence(sender.problem_note))


def _csv(text: str, headers: dict[str, str]) -> Response:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", **headers}
    return Response(text, headers=headers, media_type="text/csv")
