"""HTTP endpoints of the desk: a booking's agreement, and the link to sign it online."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from abano.bookings.agreements import schemas, service
from abano.bookings.agreements.service import Site
from abano.catalog.published.dependencies import CatalogNow, Catalogs, PublicOrigin
from abano.core.errors import NotFound
from abano.storage.service import PDF, Media
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    BookingsActor,
    CurrentTenant,
    Db,
    Uow,
    no_store,
    of_app,
)

router = APIRouter(
    prefix="/api/admin/bookings/{booking_id}/agreement", tags=["handover"], dependencies=[Depends(no_store)]
)


async def get_site(settings: AppSettings, origin: PublicOrigin) -> Site:
    return Site(settings.secret_key.get_secret_value(), origin)


SiteOf = Annotated[Site, Depends(get_site)]


@router.get("")
async def show_agreement(
    booking_id: UUID, _: BookingsActor, catalog: CatalogNow, clock: AppClock, site: SiteOf, uow: Uow
) -> schemas.AgreementResponse:
    """Whether the agreement was sent and signed online, and the link while it works."""
    return await service.show_state(uow, catalog, booking_id, site, clock.now())


@router.post("")
async def request_agreement_signature(
    booking_id: UUID,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    site: SiteOf,
) -> schemas.AgreementResponse:
    """Email the customer a link to read and sign the agreement. An earlier link no longer works."""
    catalog, now = await catalogs.get(tenant.id), clock.now()
    async with db.uow(tenant.id) as uow:
        await service.request_signature(uow, catalog, actor, booking_id, now)
        return await service.show_state(uow, catalog, booking_id, site, now)


@router.delete("")
async def revoke_agreement_request(
    booking_id: UUID,
    actor: BookingsActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
    site: SiteOf,
) -> schemas.AgreementResponse:
    """Revoke the link. 404 where none is open."""
    catalog, now = await catalogs.get(tenant.id), clock.now()
    async with db.uow(tenant.id) as uow:
        await service.revoke(uow, actor, booking_id, now)
        return await service.show_state(uow, catalog, booking_id, site, now)


@router.get("/document", response_class=Response, responses={200: {"content": {PDF: {}}}})
async def read_signed_agreement(
    booking_id: UUID, _: BookingsActor, uow: Uow, media: Annotated[Media, of_app("media")]
) -> Response:
    """The newest agreement that was signed online, as PDF. 404 until it is printed."""
    signed = await service.find_signed(uow, booking_id)
    if signed is None or signed.document_id is None:
        raise NotFound
    content = await media.read(uow, signed.document_id)
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Disposition": f'inline; filename="rental-agreement-{signed.created_at:%Y-%m-%d}.pdf"',
    }
    return Response(content.content, headers=headers, media_type=content.content_type)
