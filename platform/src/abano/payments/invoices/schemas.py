"""Schemas of documents and of the seller's data. Amounts in the document's currency."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, Self, cast
from uuid import UUID

import phonenumbers
from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from abano.core.api_model import Amount, ApiModel
from abano.core.errors import Message, RefusedValue
from abano.core.languages.texts import texts_in
from abano.core.money import to_json, to_minor
from abano.core.text import clean
from abano.payments.invoices.credits import Left, Wanted
from abano.payments.invoices.paper import DocumentKind, DocumentLine, Snapshot, document_number, label_of
from abano.payments.invoices.repository import ListedInvoice
from abano.payments.invoices.vat import VatPart
from abano.payments.invoices.vat_numbers import checked_vat_number
from abano.payments.journal.models import Invoice
from abano.payments.journal.schemas import MAX_AMOUNT, Given, Reason, Typed
from abano.tenancy.directory.models import SellerSettings

InvoiceSort = Literal[
    "issuedAt", "-issuedAt", "number", "-number", "customerName", "-customerName", "total", "-total"
]
_BASIS_POINTS = 100
LINES_OR_AMOUNT = Message("credit_lines_or_amount", "Choose lines or enter an amount, not both")


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
            number=document_number(invoice.kind, invoice.year, invoice.number),
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


class VatOut(ApiModel):
    """What a document has of one rate, 0 outside VAT. ``net`` and ``vat`` add up to ``gross``."""

    percent: float
    net: Amount
    vat: Amount
    gross: Amount

    @classmethod
    def of(cls, part: VatPart) -> "VatOut":
        return cls(
            percent=part.basis_points / _BASIS_POINTS,
            net=to_json(part.net),
            vat=to_json(part.tax),
            gross=to_json(part.gross),
        )


class InvoicePreview(ApiModel):
    """An invoice as it would be issued now, in the customer's language. ``vat`` is part of ``total``: by rate.

    ``bill_to``: the company that it is issued to. ``countries``: that can be chosen there.
    """

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
    def of(cls, invoice: Invoice) -> "InvoicePreview":
        content, texts = Snapshot.model_validate(invoice.data), texts_in(invoice.language)
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
            vat=[VatOut.of(part) for part in content.vat],
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


class CreditableResponse(ApiModel):
    """``left``: what can be credited at all."""

    success: Literal[True] = True
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


Percent = Annotated[Decimal, Field(ge=0, le=50, decimal_places=2)]


class VatRates(ApiModel):
    """Rates that differ, by kind of line; 0 is outside VAT.

    None is the company's rate, and outside VAT with damage and kept deposits.
    """

    rental: Percent | None = None
    insurance: Percent | None = None
    service: Percent | None = None
    delivery: Percent | None = None
    damage: Percent | None = None
    deposit: Percent | None = None

    @classmethod
    def of(cls, stored: Mapping[str, int]) -> "VatRates":
        return cls(**{kind: Decimal(rate) / _BASIS_POINTS for kind, rate in stored.items()})

    def stored(self) -> dict[str, int]:
        given = self.model_dump(exclude_none=True)
        return {kind: int(percent * _BASIS_POINTS) for kind, percent in given.items()}


class VatRatesOut(ApiModel):
    """Like VatRates, with numbers as JSON has them."""

    rental: float | None
    insurance: float | None
    service: float | None
    delivery: float | None
    damage: float | None
    deposit: float | None


ItemCode = Annotated[str, Field(min_length=1, max_length=80)]
MAX_ITEMS = 200


class SellerData(ApiModel):
    """``vat_percent`` is part of the prices; None where the company charges none.

    ``vat_by_item``: of single services (their code) and protections (``insurance:`` and their code); before
    ``vat_rates``.
    ``payment_days``: from the date of an invoice until it is to be paid.
    """

    legal_name: Annotated[Typed, Field(max_length=200)] = ""
    registration_number: Annotated[Typed, Field(max_length=60)] = ""
    tax_id: Annotated[Typed, Field(max_length=60)] = ""
    address: Annotated[str, Field(max_length=500)] = ""
    bank_account: Annotated[Typed, Field(max_length=200)] = ""
    vat_percent: Annotated[Decimal, Field(ge=Decimal("0.01"), le=50, decimal_places=2)] | None = None
    vat_rates: VatRates = VatRates()
    vat_by_item: dict[ItemCode, Percent] = Field(default_factory=dict, max_length=MAX_ITEMS)
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
            vat_rates=VatRates.of(row.vat_rates),
            vat_by_item={code: Decimal(rate) / _BASIS_POINTS for code, rate in row.vat_by_item.items()},
            payment_days=row.payment_days,
            footer=row.footer,
        )

    def stored(self) -> dict[str, object]:
        values: dict[str, object] = self.model_dump(exclude={"vat_percent", "vat_rates", "vat_by_item"})
        vat = self.vat_percent
        rates = {
            "vat_basis_points": None if vat is None else int(vat * _BASIS_POINTS),
            "vat_rates": self.vat_rates.stored(),
            "vat_by_item": {code: int(rate * _BASIS_POINTS) for code, rate in self.vat_by_item.items()},
        }
        return values | rates


class SellerOut(ApiModel):
    """Like SellerData, with numbers as JSON has them."""

    legal_name: str
    registration_number: str
    tax_id: str
    address: str
    bank_account: str
    vat_percent: float | None
    vat_rates: VatRatesOut
    vat_by_item: dict[str, float]
    payment_days: int
    footer: str

    @classmethod
    def of(cls, data: SellerData) -> "SellerOut":
        return cls.model_validate(data.model_dump())


class SellerResponse(ApiModel):
    success: Literal[True] = True
    seller: SellerOut
