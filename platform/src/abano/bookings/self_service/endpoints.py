"""HTTP endpoints of a customer's own booking. All but the two that open it need its cookie."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Header, Request, Response

from abano.booking_record import own_session
from abano.booking_record.own_session import Access, BookingSessionEnded
from abano.bookings.agreements import service as agreements
from abano.bookings.agreements.schemas import OwnAgreementResponse, SignAgreementRequest
from abano.bookings.agreements.service import list_signed_documents
from abano.bookings.desk.service import find_details
from abano.bookings.handover.printing import list_signed
from abano.bookings.self_service import access, details, schemas, showing
from abano.bookings.self_service import service as changing
from abano.bookings.self_service.access import NotByCustomer, open_booking
from abano.bookings.voucher import wallet
from abano.bookings.voucher.service import FILE_NAME, collect_voucher
from abano.catalog.published.dependencies import CatalogNow, PublicOrigin
from abano.core.errors import NotFound
from abano.core.pdf.pdf import print_pdf
from abano.core.text import clean
from abano.payments.invoices import service as invoices
from abano.payments.invoices.paper import file_name, printed
from abano.payments.online.refunds import Office
from abano.payments.online.service import Wanted, make_link
from abano.storage.images import LOGO, find_brand_image
from abano.storage.service import PDF, Media
from abano.web.dependencies import AppSettings, CurrentTenant, Db, Uow, get_settings, no_store, of_app
from abano.web.public_writes import LimitedWriter


async def not_passed_on(response: Response) -> None:
    """Nothing of these answers is found by search engines or named to other sites."""
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Referrer-Policy"] = "no-referrer"


router = APIRouter(
    prefix="/api/my-booking",
    tags=["my booking"],
    dependencies=[Depends(no_store), Depends(not_passed_on)],
)
DOCUMENT: dict[int | str, dict[str, Any]] = {200: {"content": {PDF: {}}}}
PASS: dict[int | str, dict[str, Any]] = {200: {"content": {wallet.MEDIA_TYPE: {}}}}


async def get_access(request: Request, writer: LimitedWriter) -> Access:
    """The booking that the cookie opens. Raises BookingSessionEnded."""
    settings = get_settings(request)
    cookie = request.cookies.get(own_session.cookie_name(settings))
    if not cookie:
        raise BookingSessionEnded
    return own_session.unseal(cookie, writer.tenant.id, settings, writer.now)


Own = Annotated[Access, Depends(get_access)]


async def get_signer(request: Request) -> wallet.PassSigner | None:
    return cast("wallet.PassSigner | None", request.app.state.pass_signer)


Signer = Annotated[wallet.PassSigner | None, Depends(get_signer)]


@router.post("/sign-in")
async def open_own_booking(
    body: schemas.OpenBookingRequest,
    response: Response,
    writer: LimitedWriter,
    db: Db,
    settings: AppSettings,
    request: Request,
) -> schemas.BookingOpened:
    """Open a booking by its reference and the customer's email address: sets a cookie for two hours."""
    opened = await access.sign_in(
        db,
        writer.tenant.id,
        settings,
        request.app.state.clock,
        reference=body.reference,
        email=body.email,
        ip=writer.ip,
    )
    own_session.set_cookie(response, opened, writer.tenant.id, settings)
    return schemas.BookingOpened()


@router.post("/link")
async def open_own_booking_by_link(
    body: schemas.ManageLinkRequest,
    response: Response,
    writer: LimitedWriter,
    db: Db,
    settings: AppSettings,
    request: Request,
) -> schemas.BookingOpened:
    """Open a booking by the link of an email: sets the same cookie."""
    opened = await access.open_link(db, writer.tenant.id, settings, request.app.state.clock, token=body.token)
    own_session.set_cookie(response, opened, writer.tenant.id, settings)
    return schemas.BookingOpened()


@router.post("/sign-out")
async def close_own_booking(
    request: Request, response: Response, writer: LimitedWriter, settings: AppSettings, db: Db
) -> schemas.BookingOpened:
    """Close it on every device: the cookie, and any copy of it, opens nothing any more."""
    with suppress(BookingSessionEnded):
        own = await get_access(request, writer)
        async with db.uow(writer.tenant.id) as uow:
            await open_booking(uow, own)
            await access.sign_out(uow, own, writer.now)
    response.delete_cookie(
        own_session.cookie_name(settings),
        path="/",
        httponly=True,
        samesite="strict",
        secure=settings.is_production,
    )
    return schemas.BookingOpened()


@router.get("")
async def show_own_booking(
    own: Own, writer: LimitedWriter, catalog: CatalogNow, uow: Uow, signer: Signer
) -> schemas.OwnBookingResponse:
    """The booking, and what may be done with it now."""
    booking = await open_booking(uow, own)
    return await showing.show(uow, catalog, booking, writer.now, has_wallet_pass=signer is not None)


@router.post("/quotes")
async def quote_own_change(
    body: schemas.OwnRentalRequest,
    own: Own,
    writer: LimitedWriter,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
) -> schemas.OwnQuoteResponse:
    """What a change would cost, beside the agreed price. Stores nothing."""
    booking = await open_booking(uow, own)
    changed = changing.read_change(tenant, catalog, booking, body, writer.now)
    return await changing.quote(uow, catalog, booking, changed, writer.now)


@router.put("/rental")
async def change_own_rental(
    body: schemas.ChangeOwnBookingRequest,
    own: Own,
    writer: LimitedWriter,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
) -> schemas.OwnBookingResponse:
    """Change dates, times, places and extras at the price that was shown."""
    booking = await open_booking(uow, own, locked=True)
    changed = changing.read_change(tenant, catalog, booking, body, writer.now)
    await changing.change(uow, catalog, booking, changed, body, writer.now)
    return await showing.show(uow, catalog, booking, writer.now)


@router.post("/cancellation")
async def cancel_own_booking(
    body: schemas.CancelOwnBookingRequest, own: Own, writer: LimitedWriter, catalog: CatalogNow, uow: Uow
) -> schemas.OwnBookingResponse:
    """Cancel by the company's rules; ``cost`` as it was shown."""
    booking = await open_booking(uow, own, locked=True)
    await changing.cancel(uow, booking, body, writer.now)
    return await showing.show(uow, catalog, booking, writer.now)


@router.put("/details")
async def keep_own_details(
    body: schemas.OwnDetailsRequest,
    own: Own,
    writer: LimitedWriter,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
) -> schemas.OwnBookingResponse:
    """Update flight number and second driver."""
    booking = await open_booking(uow, own, locked=True)
    await details.update_details(uow, tenant, catalog, booking, body, writer.now)
    return await showing.show(uow, catalog, booking, writer.now)


@router.put("/licences")
async def send_own_licence(
    body: schemas.OwnLicenceRequest,
    own: Own,
    writer: LimitedWriter,
    db: Db,
    catalog: CatalogNow,
    media: Annotated[Media, of_app("media")],
) -> schemas.OwnBookingResponse:
    """Send a photograph of a driving licence. Only the team sees it."""
    async with db.uow(writer.tenant.id) as uow:
        await details.require_licence_room(uow, await open_booking(uow, own), writer.now)
    picture = await media.prepare(writer.tenant.id, body.content)
    async with db.uow(writer.tenant.id) as uow:
        booking = await open_booking(uow, own, locked=True)
        await details.keep_licence(
            uow, media, booking, picture, writer.now, is_second_driver=body.is_second_driver
        )
        return await showing.show(uow, catalog, booking, writer.now)


@router.post("/messages")
async def write_to_the_team(
    body: schemas.OwnMessageRequest, own: Own, writer: LimitedWriter, catalog: CatalogNow, uow: Uow
) -> schemas.OwnBookingResponse:
    """Write to the team about this booking."""
    booking = await open_booking(uow, own, locked=True)
    await details.write(uow, booking, body.text, writer.now)
    return await showing.show(uow, catalog, booking, writer.now)


@router.post("/payments")
async def pay_own_booking(
    own: Own,
    writer: LimitedWriter,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    catalog: CatalogNow,
    origin: PublicOrigin,
) -> schemas.OwnPaymentResponse:
    """A link to pay what is due online: the same one while it is open."""
    async with db.uow(tenant.id) as uow:
        may, _ = await showing.allowed_now(uow, await open_booking(uow, own), writer.now)
    if not may.pay:
        raise NotByCustomer
    office = Office(db, settings, tenant, catalog, origin)
    url = await make_link(
        office, None, own.booking_id, Wanted("payment", None, is_sent=False), None, writer.now
    )
    return schemas.OwnPaymentResponse(url=url or "")


@router.post("/card-hold")
async def hold_own_deposit(
    own: Own,
    writer: LimitedWriter,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    catalog: CatalogNow,
    origin: PublicOrigin,
) -> schemas.OwnPaymentResponse:
    """A link to put the deposit on hold on a card: the same one while it is open."""
    async with db.uow(tenant.id) as uow:
        booking = await open_booking(uow, own)
        amount = await showing.hold_to_place(uow, catalog, booking, writer.now)
    if amount is None:
        raise NotByCustomer
    office = Office(db, settings, tenant, catalog, origin)
    wanted = Wanted("hold", amount, is_sent=False)
    url = await make_link(office, None, own.booking_id, wanted, None, writer.now)
    return schemas.OwnPaymentResponse(url=url or "")


@router.get("/documents/{document_id}", response_class=Response, responses=DOCUMENT)
async def read_own_document(
    document_id: UUID,
    own: Own,
    tenant: CurrentTenant,
    db: Db,
    media: Annotated[Media, of_app("media")],
) -> Response:
    """What was signed, or an invoice of this booking, as PDF."""
    async with db.uow(tenant.id) as uow:
        booking = await open_booking(uow, own)
        for record in await list_signed(uow, booking.id):
            if record.id == document_id and record.document_id is not None:
                content = await media.read(uow, record.document_id)
                return _pdf(content.content, f"{booking.reference}-{record.kind}")
        for agreement in await list_signed_documents(uow, booking.id):
            if agreement.id == document_id and agreement.document_id is not None:
                content = await media.read(uow, agreement.document_id)
                return _pdf(content.content, f"{booking.reference}-agreement")
        found = next(
            (each for each in await invoices.of_booking(uow, booking.id) if each.invoice.id == document_id),
            None,
        )
        logo = await find_brand_image(uow, LOGO)
    if found is None:
        raise NotFound
    invoice = found.invoice
    pdf = await print_pdf(printed(invoice, is_void=found.is_void, logo=logo), tenant.id)
    return _pdf(pdf, file_name(invoice.number))


@router.get("/agreement")
async def read_own_agreement(
    own: Own, writer: LimitedWriter, catalog: CatalogNow, uow: Uow
) -> OwnAgreementResponse:
    """The agreement to sign online, or as it was signed. 404 where the company did not ask for it."""
    return await agreements.show_own(uow, catalog, await open_booking(uow, own), writer.now)


@router.post("/agreement/signature")
async def sign_own_agreement(
    body: SignAgreementRequest,
    own: Own,
    writer: LimitedWriter,
    catalog: CatalogNow,
    uow: Uow,
    user_agent: Annotated[str, Header()] = "",
) -> OwnAgreementResponse:
    """Sign the agreement as it was shown. The signed PDF is printed in the background and sent by email."""
    booking = await open_booking(uow, own, locked=True)
    await agreements.sign(
        uow, catalog, booking, body, ip=writer.ip, user_agent=clean(user_agent), now=writer.now
    )
    return await agreements.show_own(uow, catalog, booking, writer.now)


@router.get("/voucher", response_class=Response, responses=DOCUMENT)
async def read_own_voucher(own: Own, catalog: CatalogNow, tenant: CurrentTenant, db: Db) -> Response:
    """The voucher of this booking as PDF, as it is now, in the booking's language."""
    async with db.uow(tenant.id) as uow:
        booking = await open_booking(uow, own)
        found = await find_details(uow, booking.id)
        collected = await collect_voucher(uow, catalog, booking, found, tenant.name)
        reference = booking.reference
    name = FILE_NAME.format(reference=reference).removesuffix(".pdf")
    return _pdf(await print_pdf(collected.document, tenant.id), name)


@router.get("/wallet-pass", response_class=Response, responses=PASS)
async def read_own_wallet_pass(
    own: Own, catalog: CatalogNow, tenant: CurrentTenant, db: Db, signer: Signer
) -> Response:
    """The booking as a pass for Apple Wallet, where the installation can sign one."""
    async with db.uow(tenant.id) as uow:
        booking = await open_booking(uow, own)
        if signer is None or booking.status not in wallet.PASS_STATUSES:
            raise NotFound
        found = await find_details(uow, booking.id)
        collected = await collect_voucher(uow, catalog, booking, found, tenant.name)
        booking_id = booking.id
    voucher, letterhead = collected.voucher, collected.letterhead
    content = await asyncio.to_thread(wallet.make_pass, voucher, letterhead, booking_id, signer)
    return _file(content, wallet.FILE_NAME.format(reference=voucher.reference), wallet.MEDIA_TYPE)


def _pdf(content: bytes, name: str) -> Response:
    return _file(content, f"{name}.pdf", PDF)


def _file(content: bytes, name: str, media_type: str) -> Response:
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Robots-Tag": "noindex",
        "Referrer-Policy": "no-referrer",
    }
    return Response(content, headers=headers, media_type=media_type)
