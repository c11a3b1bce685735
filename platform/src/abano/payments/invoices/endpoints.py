"""HTTP endpoints of receipts, invoices and credit notes, and of the seller's data."""

from datetime import date, datetime, time, timedelta
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.catalog.published.dependencies import CatalogNow, ReaderTexts
from abano.catalog.published.snapshot import Catalog
from abano.core.clock import local_moment
from abano.core.errors import InvalidInput
from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.money import to_minor
from abano.core.paging import PageRequest
from abano.core.pdf.pdf import print_pdf
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices import drafts, emails, numbering, seller, service
from abano.payments.invoices.files import csv_head, csv_row
from abano.payments.invoices.numbering import NumberedKind
from abano.payments.invoices.paper import DocumentKind, file_name, printed
from abano.payments.invoices.repository import BilledCompany, InvoiceFilter
from abano.payments.invoices.schemas import (
    BillTo,
    BillToResponse,
    CreditableResponse,
    CreditRequest,
    InvoiceDraftRequest,
    InvoiceDraftsResponse,
    InvoiceOut,
    InvoicePreview,
    InvoicePreviewResponse,
    InvoiceResponse,
    InvoiceSort,
    InvoicesResponse,
    IssueRequest,
    ListedInvoiceDraft,
)
from abano.payments.invoices.settings_schemas import (
    NumberingOut,
    NumberingRequest,
    NumberingResponse,
    SellerData,
    SellerOut,
    SellerResponse,
)
from abano.storage.images import LOGO, find_brand_image
from abano.team.users.users import load_admin_names
from abano.tenancy.directory.tenant import Tenant
from abano.web.dependencies import (
    AppClock,
    CompanyActor,
    CurrentTenant,
    Db,
    PageCursor,
    PaymentsActor,
    RefundsActor,
    Uow,
    needs,
    no_store,
)

router = APIRouter(prefix="/api/admin", tags=["money"], dependencies=[Depends(no_store)])
PDF: dict[int | str, dict[str, Any]] = {200: {"content": {"application/pdf": {}}}}
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
PAGE = 50


async def get_filter(
    tenant: CurrentTenant,
    kind: DocumentKind | None = None,
    first: Annotated[date | None, Query(alias="from")] = None,
    last: Annotated[date | None, Query(alias="to")] = None,
    search: Annotated[str, Query(max_length=100)] = "",
) -> InvoiceFilter:
    """Days of the company's zone, both included."""
    return InvoiceFilter(
        kind=kind,
        since=_start(first, tenant) if first else None,
        until=_start(last + timedelta(days=1), tenant) if last and last < date.max else None,
        search=search.strip(),
    )


Wanted = Annotated[InvoiceFilter, Depends(get_filter)]


# Anyone who works with money finds the documents.
READER = needs("payments", "reports", "accounting")


@router.get("/invoices", dependencies=READER)
async def list_invoices(
    tenant: CurrentTenant,
    uow: Uow,
    wanted: Wanted,
    sort: InvoiceSort = "-issuedAt",
    cursor: PageCursor = None,
) -> InvoicesResponse:
    """Receipts, invoices and credit notes, fifty a page."""
    page = await service.list_invoices(uow, wanted, PageRequest(sort, PAGE, cursor))
    return InvoicesResponse(
        timezone=tenant.timezone,
        documents=[InvoiceOut.of(row) for row in page.items],
        next_cursor=page.next_cursor,
    )


@router.get("/invoices.csv", dependencies=needs("reports"), response_class=Response, responses=CSV)
async def download_invoices(
    tenant: CurrentTenant,
    uow: Uow,
    wanted: Wanted,
    texts: ReaderTexts,
    sort: InvoiceSort = "-issuedAt",
) -> Response:
    """The same as CSV, in the reader's language."""
    table = [csv_head(texts)]
    table += [csv_row(row, tenant.zone, texts) async for row in service.stream_invoices(uow, wanted, sort)]
    headers = {"Content-Disposition": 'attachment; filename="invoices.csv"', "Cache-Control": "no-store"}
    return Response(BYTE_ORDER_MARK + csv_rows(table), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/invoices/{invoice_id}/file", dependencies=READER, response_class=Response, responses=PDF)
async def download_invoice(invoice_id: UUID, tenant: CurrentTenant, db: Db) -> Response:
    """The document as PDF, in the customer's language, as it was issued."""
    async with db.uow(tenant.id) as uow:
        found = await service.get_invoice(uow, invoice_id)
        logo = await find_brand_image(uow, LOGO)
    invoice = found.invoice
    document = printed(invoice, is_void=found.is_void, logo=logo)
    content = await print_pdf(document, tenant.id)
    name = file_name(invoice.number)
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-store"}
    return Response(content, media_type="application/pdf", headers=headers)


@router.put("/bookings/{booking_id}/bill-to")
async def set_bill_to(
    booking_id: UUID, body: BillTo, actor: PaymentsActor, uow: Uow, clock: AppClock
) -> BillToResponse:
    """Set the company that documents of this booking, and later ones of its customer, are issued to."""
    company = BilledCompany(**body.model_dump())
    await service.keep_bill_to(uow, actor, booking_id, company, clock.now())
    return BillToResponse(bill_to=body)


@router.get("/bookings/{booking_id}/invoice-preview", dependencies=needs("payments"))
async def preview_invoice(
    booking_id: UUID, tenant: CurrentTenant, catalog: CatalogNow, uow: Uow, clock: AppClock
) -> InvoicePreviewResponse:
    """The invoice as it would be issued now. Nothing is stored, and no number is used."""
    return await _previewed(uow, tenant, catalog, booking_id, clock.now())


async def _previewed(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking_id: UUID, now: datetime
) -> InvoicePreviewResponse:
    preview = await service.preview_invoice(uow, tenant, catalog, booking_id, now)
    names = await load_admin_names(uow) if preview.draft else {}
    saved_by = names.get(str(preview.draft.saved_by), "") if preview.draft else ""
    shown = InvoicePreview.of(preview, list(catalog.rules.languages), saved_by)
    return InvoicePreviewResponse(preview=shown)


@router.put("/bookings/{booking_id}/invoice-draft")
async def save_invoice_draft(
    booking_id: UUID,
    body: InvoiceDraftRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
    clock: AppClock,
) -> InvoicePreviewResponse:
    """Save the draft of a booking's invoice. Refused (409) when someone else changed it in the meantime."""
    now = clock.now()
    await drafts.save_draft(uow, tenant, catalog, actor, booking_id, body.values(), now)
    return await _previewed(uow, tenant, catalog, booking_id, now)


@router.delete("/bookings/{booking_id}/invoice-draft", status_code=204)
async def discard_invoice_draft(booking_id: UUID, actor: PaymentsActor, uow: Uow, clock: AppClock) -> None:
    """Discard the draft of a booking's invoice. Its recipient stays with the booking."""
    await drafts.discard_draft(uow, actor, booking_id, clock.now())


@router.get("/invoice-drafts", dependencies=READER)
async def list_invoice_drafts(
    tenant: CurrentTenant,
    uow: Uow,
    search: Annotated[str, Query(max_length=100)] = "",
    cursor: PageCursor = None,
) -> InvoiceDraftsResponse:
    """Invoices that are not issued yet, newest first, fifty a page."""
    page = await drafts.list_drafts(uow, search.strip(), PageRequest("-savedAt", PAGE, cursor))
    return InvoiceDraftsResponse(
        timezone=tenant.timezone,
        drafts=[ListedInvoiceDraft.of(row) for row in page.items],
        next_cursor=page.next_cursor,
    )


@router.get("/invoice-numbering", dependencies=needs("settings"))
async def show_numbering(tenant: CurrentTenant, uow: Uow, clock: AppClock) -> NumberingResponse:
    """How invoices and credit notes are numbered, and their next numbers."""
    now = clock.now()
    return NumberingResponse(
        year=now.astimezone(tenant.zone).year,
        numbering=[NumberingOut.of(each) for each in await numbering.load_numbering(uow, tenant, now)],
    )


@router.put("/invoice-numbering/{kind}")
async def change_numbering(
    kind: NumberedKind,
    body: NumberingRequest,
    actor: CompanyActor,
    tenant: CurrentTenant,
    uow: Uow,
    clock: AppClock,
) -> NumberingResponse:
    """Change the numbers of documents from now on. Refused (409) when someone else changed them in the meantime."""
    await numbering.change_numbering(uow, tenant, actor, kind, body.changed(), clock.now())
    return await show_numbering(tenant, uow, clock)


@router.get(
    "/bookings/{booking_id}/invoice-preview/file",
    dependencies=needs("payments"),
    response_class=Response,
    responses=PDF,
)
async def download_invoice_preview(
    booking_id: UUID, tenant: CurrentTenant, catalog: CatalogNow, db: Db, clock: AppClock
) -> Response:
    """The preview as PDF, marked as a draft."""
    async with db.uow(tenant.id) as uow:
        invoice, _ = await service.preview_invoice(uow, tenant, catalog, booking_id, clock.now())
        logo = await find_brand_image(uow, LOGO)
    content = await print_pdf(printed(invoice, is_void=False, logo=logo), tenant.id)
    headers = {"Content-Disposition": 'inline; filename="draft.pdf"', "Cache-Control": "no-store"}
    return Response(content, media_type="application/pdf", headers=headers)


@router.get(
    "/bookings/{booking_id}/proforma/file",
    dependencies=needs("payments"),
    response_class=Response,
    responses=PDF,
)
async def download_proforma(
    booking_id: UUID, tenant: CurrentTenant, catalog: CatalogNow, db: Db, clock: AppClock
) -> Response:
    """The invoice as it would be issued now as a proforma PDF. Nothing is stored, and no number is used."""
    async with db.uow(tenant.id) as uow:
        invoice, _ = await service.preview_invoice(uow, tenant, catalog, booking_id, clock.now())
        logo = await find_brand_image(uow, LOGO)
    document = printed(invoice, is_void=False, logo=logo, is_proforma=True)
    content = await print_pdf(document, tenant.id)
    headers = {"Content-Disposition": 'inline; filename="proforma.pdf"', "Cache-Control": "no-store"}
    return Response(content, media_type="application/pdf", headers=headers)


@router.post("/bookings/{booking_id}/proforma/email", status_code=204)
async def email_proforma(
    booking_id: UUID,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
    clock: AppClock,
) -> None:
    """Email the proforma to the booking's customer; 409 while an invoice is valid."""
    await emails.email_proforma(uow, tenant, catalog, actor, booking_id, clock.now())


@router.post("/bookings/{booking_id}/invoices", status_code=201)
async def issue_invoice(
    booking_id: UUID,
    body: IssueRequest,
    actor: PaymentsActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
    clock: AppClock,
) -> InvoiceResponse:
    """Issue the invoice of a booking; 409 while an earlier one is valid, so that a repeated call issues one."""
    total = None if body.total is None else to_minor(body.total)
    seen, now = service.SeenPreview(total, body.revision), clock.now()
    invoice = await service.issue_invoice(uow, tenant, catalog, actor, booking_id, seen, now)
    if body.email:
        await emails.email_document(uow, actor, invoice.id, now)
    return InvoiceResponse(document=InvoiceOut.of(await service.get_invoice(uow, invoice.id)))


@router.post("/invoices/{invoice_id}/email")
async def email_invoice(invoice_id: UUID, actor: PaymentsActor, uow: Uow, clock: AppClock) -> InvoiceResponse:
    """Email a receipt, invoice or credit note to the booking's customer."""
    return InvoiceResponse(
        document=InvoiceOut.of(await emails.email_document(uow, actor, invoice_id, clock.now()))
    )


@router.post("/invoices/{invoice_id}/reminder")
async def remind_of_invoice(
    invoice_id: UUID, actor: PaymentsActor, uow: Uow, clock: AppClock
) -> InvoiceResponse:
    """Email an invoice again with what is still to be paid; 409 when nothing is."""
    found = await emails.remind_of_invoice(uow, actor, invoice_id, clock.now())
    return InvoiceResponse(document=InvoiceOut.of(found))


@router.get("/invoices/{invoice_id}/credit-note", dependencies=needs("refunds"))
async def show_creditable(invoice_id: UUID, uow: Uow) -> CreditableResponse:
    """What is left of an invoice to credit."""
    return CreditableResponse.of(*await service.creditable(uow, invoice_id))


@router.post("/invoices/{invoice_id}/credit-note", status_code=201)
async def credit_invoice(
    invoice_id: UUID,
    body: CreditRequest,
    actor: RefundsActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
    clock: AppClock,
) -> InvoiceResponse:
    """Credit an invoice, wholly or in part, never by more than is left."""
    wanted, now = body.wanted(), clock.now()
    note = await service.credit_invoice(uow, tenant, catalog, actor, invoice_id, wanted, body.reason, now)
    return InvoiceResponse(document=InvoiceOut.of(await service.get_invoice(uow, note.id)))


@router.get("/seller", dependencies=needs("settings"))
async def show_seller(uow: Uow) -> SellerResponse:
    """The seller shown on documents."""
    data = SellerData.of(await seller.find_seller(uow))
    return SellerResponse(seller=SellerOut.of(data))


@router.put("/seller")
async def change_seller(
    body: SellerData,
    actor: CompanyActor,
    tenant: CurrentTenant,
    catalog: CatalogNow,
    uow: Uow,
    clock: AppClock,
) -> SellerResponse:
    """Change the seller's data, for documents from now on; issued ones stay as they are."""
    for language in body.payment_terms:
        if language not in catalog.rules.languages:
            raise InvalidInput.of(f"paymentTerms.{language}", drafts.LANGUAGE_NOT_OFFERED())
    await seller.keep_seller(uow, tenant, actor, body.stored(), clock.now())
    return await show_seller(uow)


def _start(day: date, tenant: Tenant) -> datetime:
    return local_moment(datetime.combine(day, time()), tenant.zone)
