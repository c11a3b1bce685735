"""Schemas of documents and of the seller's data. Amounts in the document's currency."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, Self, cast
from uuid import UUID

import phonenumbers
from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.core.languages.texts import texts_in
from abano.core.money import to_json, to_minor
from abano.core.text import clean
from abano.payments.invoices.content import content_hash
from abano.payments.invoices.credits import Left, Wanted
from abano.payments.invoices.drafts import DraftValues
from abano.payments.invoices.paper import DocumentKind, DocumentLine, Snapshot, label_of
from abano.payments.invoices.repository import BilledCompany, ListedDraft, ListedInvoice
from abano.payments.invoices.service import Preview
from abano.payments.invoices.vat import VatPart
from abano.payments.invoices.vat_numbers import checked_vat_number
from abano.payments.journal.models import Invoice
from abano.payments.journal.schemas import MAX_AMOUNT, Given, Reason, Typed

InvoiceSort = Literal[
    "issuedAt", "-issuedAt", "number", "-number", "customerName", "-customerName", "total", "-total"
]
LINES_OR_AMOUNT = Message("credit_lines_or_amount", "Choose lines or enter an amount, not both")


# Of a percent.
BASIS_POINTS = 100


class InvoiceOut(ApiModel):
    """``credits``: number of the invoice that this credit note is for.

    With invoices, ``credited``: by credit notes, whose numbers are ``credit_notes``; ``is_void``: nothing is left.
    """

    id: UUID
    kind: DocumentKind
    number: str
    booking_id: UUID
    reference: str
    customer_name: str
    total: Amount
    currency: str
    issued_at: datetime
    credited: Amount
    credit_notes: list[str]
    is_void: bool
    credits: str | None

    @classmethod
    def of(cls, row: ListedInvoice) -> "InvoiceOut":
        invoice = row.invoice
        return cls(
            id=invoice.id,
            kind=cast(DocumentKind, invoice.kind),
            number=invoice.number,
            booking_id=invoice.booking_id,
            reference=row.reference,
            customer_name=str(invoice.data["buyer"]["name"]),
            total=to_json(invoice.total_minor),
            currency=invoice.currency,
            issued_at=invoice.issued_at,
            credited=to_json(row.credited),
            credit_notes=row.credit_notes,
            is_void=row.is_void,
            credits=invoice.data.get("credited"),
        )


class InvoicesResponse(SuccessResponse):
    timezone: str
    documents: list[InvoiceOut]
    next_cursor: str | None


class InvoiceResponse(SuccessResponse):
    document: InvoiceOut


class PreviewLine(ApiModel):
    label: str
    quantity: int
    unit_price: Amount
    amount: Amount


def lines_of(text: str) -> str:
    """Lines without invisible characters and empty ends."""
    return "\n".join(filter(None, (clean(line) for line in text.splitlines())))


class BillTo(ApiModel):
    """A company that documents are issued to; an empty name: to the customer.

    ``country``: ISO 3166-1, two letters; the VAT number is of it.
    """

    name: Annotated[Typed, Field(max_length=200)] = ""
    address: Annotated[str, Field(max_length=500), AfterValidator(lines_of)] = ""
    country: Annotated[str, Field(pattern="^([A-Z]{2})?$")] = ""
    vat_number: Annotated[Typed, Field(max_length=40)] = ""

    @field_validator("vat_number")
    @classmethod
    def _check_vat_number(cls, value: str, info: ValidationInfo) -> str:
        # What is wrong with the country is said there.
        return checked_vat_number(info.data["country"], value) if value and "country" in info.data else value


Revision = Annotated[int, Field(ge=0, le=1_000_000)]


class InvoiceDraftRequest(ApiModel):
    """``due_on``: None by the payment terms. ``order_number``: what the buyer calls this purchase.

    ``revision``: of the draft that was edited, 0 for a new one. Another one by now is refused.
    """

    revision: Revision
    language: Annotated[str, Field(min_length=2, max_length=20)]
    due_on: date | None = None
    order_number: Annotated[Typed, Field(max_length=60)] = ""
    note: Annotated[str, Field(max_length=1000), AfterValidator(lines_of), Field(max_length=1000)] = ""
    bill_to: BillTo = BillTo()

    def values(self) -> DraftValues:
        return DraftValues(
            revision=self.revision,
            language=self.language,
            due_on=self.due_on,
            order_number=self.order_number,
            note=self.note,
            bill_to=BilledCompany(**self.bill_to.model_dump()),
        )


class ListedInvoiceDraft(ApiModel):
    """``total``: of the invoice if it were issued now."""

    booking_id: UUID
    reference: str
    customer_name: str
    total: Amount
    currency: str
    saved_at: datetime
    saved_by: str | None

    @classmethod
    def of(cls, row: ListedDraft) -> "ListedInvoiceDraft":
        return cls(
            booking_id=row.draft.booking_id,
            reference=row.reference,
            customer_name=row.customer_name,
            total=to_json(row.total),
            currency=row.currency,
            saved_at=row.draft.saved_at,
            saved_by=row.saved_by,
        )


class InvoiceDraftsResponse(SuccessResponse):
    timezone: str
    drafts: list[ListedInvoiceDraft]
    next_cursor: str | None


class BillToResponse(SuccessResponse):
    bill_to: BillTo


class VatOut(ApiModel):
    """What a document has of one rate, 0 outside VAT. ``net`` and ``vat`` add up to ``gross``."""

    percent: float
    net: Amount
    vat: Amount
    gross: Amount

    @classmethod
    def of(cls, part: VatPart) -> "VatOut":
        return cls(
            percent=part.basis_points / BASIS_POINTS,
            net=to_json(part.net),
            vat=to_json(part.tax),
            gross=to_json(part.gross),
        )


class InvoiceDraftOut(ApiModel):
    """A saved draft. ``due_on``: None by the payment terms.

    ``is_changed``: the booking changed since, when the invoice's total was ``saved_total``.
    """

    revision: int
    due_on: date | None
    saved_at: datetime
    saved_by: str
    saved_total: Amount
    is_changed: bool


class InvoicePreview(ApiModel):
    """An invoice as it would be issued now, in its language. ``vat`` is part of ``total``: by rate.

    ``bill_to``: the company that it is issued to. ``countries``: that can be chosen there, and ``languages`` for the
    invoice. ``terms``: the company's payment terms, empty for the product's sentence. ``tax_label``: what it calls
    VAT, empty for the product's word.
    """

    draft: InvoiceDraftOut | None
    language: str
    languages: list[str]
    order_number: str
    note: str
    terms: str
    tax_label: str

    customer_name: str
    bill_to: BillTo | None
    countries: list[str]
    customer_email: str
    currency: str
    lines: list[PreviewLine]
    total: Amount
    vat: list[VatOut]
    paid: Amount
    due: Amount
    due_on: date | None

    @classmethod
    def of(cls, preview: Preview, languages: list[str], saved_by: str) -> "InvoicePreview":
        invoice, draft = preview
        content, texts = Snapshot.model_validate(invoice.data), texts_in(invoice.language)
        buyer = content.buyer
        return cls(
            draft=InvoiceDraftOut(
                revision=draft.revision,
                due_on=draft.due_on,
                saved_at=draft.saved_at,
                saved_by=saved_by,
                saved_total=to_json(draft.total_minor),
                is_changed=draft.content_hash != content_hash(content),
            )
            if draft
            else None,
            language=invoice.language,
            languages=languages,
            order_number=content.order_number,
            note=content.note,
            terms=content.terms,
            tax_label=content.seller.tax_label,
            customer_name=buyer.contact or buyer.name,
            bill_to=BillTo.model_construct(
                name=buyer.name, address=buyer.address, country=buyer.country, vat_number=buyer.vat_number
            )
            if buyer.contact
            else None,
            countries=sorted(phonenumbers.SUPPORTED_REGIONS),
            customer_email=content.buyer.email,
            currency=invoice.currency,
            lines=[
                PreviewLine(
                    label=label_of(line, texts),
                    quantity=line.quantity,
                    unit_price=to_json(line.unit_price),
                    amount=to_json(line.amount),
                )
                for line in content.lines
            ],
            total=to_json(invoice.total_minor),
            vat=[VatOut.of(part) for part in content.vat],
            paid=to_json(content.paid),
            due=to_json(content.due),
            due_on=content.due_on,
        )


class InvoicePreviewResponse(SuccessResponse):
    preview: InvoicePreview


class IssueRequest(ApiModel):
    """``total``: of the preview; a different one by now is refused. ``email``: send it to the customer.

    ``revision``: of the draft that was looked at, 0 for none; another one by now is refused.
    """

    total: Annotated[Decimal, Field(ge=0, le=MAX_AMOUNT, decimal_places=2)] | None = None
    revision: Revision | None = None
    email: bool = False


class CreditLine(ApiModel):
    """``line``: its place in the invoice, from 0. ``amount``: with the VAT in it."""

    line: Annotated[int, Field(ge=0, le=1000)]
    amount: Given


class CreditRequest(ApiModel):
    """``lines`` or an ``amount`` over all rates to credit a part; neither for all that is left."""

    reason: Reason
    lines: list[CreditLine] = Field(default=[], max_length=200)
    amount: Given | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.lines and self.amount is not None:
            raise RefusedValue(LINES_OR_AMOUNT())
        return self

    def wanted(self) -> Wanted:
        return Wanted(
            tuple((each.line, to_minor(each.amount)) for each in self.lines),
            None if self.amount is None else to_minor(self.amount),
        )


class CreditableLine(ApiModel):
    """``left``: what can be credited of the line, 0 or less for none."""

    line: int
    label: str
    amount: Amount
    left: Amount


class CreditableResponse(SuccessResponse):
    """``left``: what can be credited at all."""

    currency: str
    lines: list[CreditableLine]
    left: Amount

    @classmethod
    def of(cls, invoice: Invoice, lines: list[DocumentLine], left: Left) -> "CreditableResponse":
        texts = texts_in(invoice.language)
        return cls(
            currency=invoice.currency,
            lines=[
                CreditableLine(
                    line=place, label=label_of(line, texts), amount=to_json(line.amount), left=to_json(rest)
                )
                for place, (line, rest) in enumerate(zip(lines, left.lines, strict=True))
            ],
            left=to_json(left.total),
        )
