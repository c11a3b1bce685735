"""Schemas of documents and of the seller's data. Amounts in the document's currency."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, cast
from uuid import UUID

import phonenumbers
from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from abano.core.api_model import Amount, ApiModel
from abano.core.languages.texts import texts_in
from abano.core.money import to_json
from abano.core.text import clean
from abano.payments.invoices.paper import DocumentKind, Snapshot, document_number, label_of, tax_within
from abano.payments.invoices.repository import ListedInvoice
from abano.payments.invoices.vat_numbers import checked_vat_number
from abano.payments.journal.models import Invoice
from abano.payments.journal.schemas import MAX_AMOUNT, Reason, Typed
from abano.tenancy.directory.models import SellerSettings

InvoiceSort = Literal[
    "issuedAt", "-issuedAt", "number", "-number", "customerName", "-customerName", "total", "-total"
]
_BASIS_POINTS = 100


class InvoiceOut(ApiModel):
    """``voided_by``: number of the credit note; ``credits``: number of the invoice that this one voids."""

    id: UUID
    kind: DocumentKind
    number: str
    booking_id: UUID
    reference: str
    customer_name: str
    total: Amount
    currency: str
    issued_at: datetime
    voided_by: str | None
    credits: str | None

    @classmethod
    def of(cls, row: ListedInvoice) -> "InvoiceOut":
        invoice, note = row.invoice, row.credit_note
        return cls(
            id=invoice.id,
            kind=cast(DocumentKind, invoice.kind),
            number=document_number(invoice.kind, invoice.year, invoice.number),
            booking_id=invoice.booking_id,
            reference=row.reference,
            customer_name=str(invoice.data["buyer"]["name"]),
            total=to_json(invoice.total_minor),
            currency=invoice.currency,
            issued_at=invoice.issued_at,
            voided_by=document_number(note.kind, note.year, note.number) if note else None,
            credits=invoice.data.get("credited"),
        )


class InvoicesResponse(ApiModel):
    success: Literal[True] = True
    timezone: str
    documents: list[InvoiceOut]
    next_cursor: str | None


class InvoiceResponse(ApiModel):
    success: Literal[True] = True
    document: InvoiceOut


class PreviewLine(ApiModel):
    label: str
    quantity: int
    unit_price: Amount
    amount: Amount


def _lines_of(text: str) -> str:
    """Lines without invisible characters and empty ends."""
    return "\n".join(filter(None, (clean(line) for line in text.splitlines())))


class BillTo(ApiModel):
    """A company that documents are issued to; an empty name: to the customer.

    ``country``: ISO 3166-1, two letters; the VAT number is of it.
    """

    name: Annotated[Typed, Field(max_length=200)] = ""
    address: Annotated[str, Field(max_length=500), AfterValidator(_lines_of)] = ""
    country: Annotated[str, Field(pattern="^([A-Z]{2})?$")] = ""
    vat_number: Annotated[Typed, Field(max_length=40)] = ""

    @field_validator("vat_number")
    @classmethod
    def _check_vat_number(cls, value: str, info: ValidationInfo) -> str:
        # What is wrong with the country is said there.
        return checked_vat_number(info.data["country"], value) if value and "country" in info.data else value


class BillToResponse(ApiModel):
    success: Literal[True] = True
    bill_to: BillTo


class InvoicePreview(ApiModel):
    """An invoice as it would be issued now, in the customer's language. ``vat`` is part of ``total``.

    ``bill_to``: the company that it is issued to. ``countries``: that can be chosen there.
    """

    customer_name: str
    bill_to: BillTo | None
    countries: list[str]
    customer_email: str
    currency: str
    lines: list[PreviewLine]
    total: Amount
    vat: Amount
    vat_percent: float | None
    paid: Amount
    due: Amount
    due_on: date | None

    @classmethod
    def of(cls, invoice: Invoice) -> "InvoicePreview":
        content, texts = Snapshot.model_validate(invoice.data), texts_in(invoice.language)
        rate = content.seller.vat_basis_points
        buyer = content.buyer
        return cls(
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
            vat=to_json(tax_within(invoice.total_minor, rate)),
            vat_percent=None if rate is None else rate / _BASIS_POINTS,
            paid=to_json(content.paid),
            due=to_json(content.due),
            due_on=content.due_on,
        )


class InvoicePreviewResponse(ApiModel):
    success: Literal[True] = True
    preview: InvoicePreview


class IssueRequest(ApiModel):
    """``total``: of the preview; a different one by now is refused. ``email``: send it to the customer."""

    total: Annotated[Decimal, Field(ge=0, le=MAX_AMOUNT, decimal_places=2)] | None = None
    email: bool = False


class CreditRequest(ApiModel):
    reason: Reason


class SellerData(ApiModel):
    """``vat_percent`` is part of the prices; None where the company charges none.

    ``payment_days``: from the date of an invoice until it is to be paid.
    """

    legal_name: Annotated[Typed, Field(max_length=200)] = ""
    registration_number: Annotated[Typed, Field(max_length=60)] = ""
    tax_id: Annotated[Typed, Field(max_length=60)] = ""
    address: Annotated[str, Field(max_length=500)] = ""
    bank_account: Annotated[Typed, Field(max_length=200)] = ""
    vat_percent: Annotated[Decimal, Field(ge=Decimal("0.01"), le=50, decimal_places=2)] | None = None
    payment_days: Annotated[int, Field(ge=0, le=365)] = 0
    footer: Annotated[Typed, Field(max_length=500)] = ""

    @classmethod
    def of(cls, row: SellerSettings | None) -> "SellerData":
        if row is None:
            return cls()
        vat = row.vat_basis_points
        return cls(
            legal_name=row.legal_name,
            registration_number=row.registration_number,
            tax_id=row.tax_id,
            address=row.address,
            bank_account=row.bank_account,
            vat_percent=None if vat is None else Decimal(vat) / _BASIS_POINTS,
            payment_days=row.payment_days,
            footer=row.footer,
        )

    def stored(self) -> dict[str, object]:
        values: dict[str, object] = self.model_dump(exclude={"vat_percent"})
        vat = self.vat_percent
        return values | {"vat_basis_points": None if vat is None else int(vat * _BASIS_POINTS)}


class SellerOut(ApiModel):
    """Like SellerData, with numbers as JSON has them."""

    legal_name: str
    registration_number: str
    tax_id: str
    address: str
    bank_account: str
    vat_percent: float | None
    payment_days: int
    footer: str


class SellerResponse(ApiModel):
    success: Literal[True] = True
    seller: SellerOut
