"""A document as it is printed, in its language. Pure."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from abano.catalog.pricing.days import is_car_line
from abano.catalog.pricing.service import in_own_words
from abano.core.api_model import ApiModel
from abano.core.languages.texts import (
    Texts,
    format_date,
    format_moment,
    format_money,
    format_percent,
    texts_in,
    translatable,
)
from abano.core.pdf.blocks import Block, Column, Document, Facts, Heading, Letterhead, Paragraph, Side, Table
from abano.core.phone import spaced
from abano.payments.invoices.vat import VatPart
from abano.payments.journal.models import Invoice

DocumentKind = Literal["invoice", "credit_note", "receipt"]


def file_name(number: str) -> str:
    """A document's number as the name of a file."""
    return number.replace("/", "-")


# The content of a document at the time of issue: stored as JSON, and the only input of its PDF.


class Seller(ApiModel):
    """``name``: registered, or the company's. ``vat_basis_points``: included in prices. None: no VAT.

    ``tax_label``: the company's word for VAT. Empty: the product's, in the document's language.
    """

    name: str
    registration_number: str = ""
    tax_id: str = ""
    address: str = ""
    bank_account: str = ""
    vat_basis_points: int | None = None
    vat_rates: dict[str, int] = Field(default_factory=dict)
    vat_by_item: dict[str, int] = Field(default_factory=dict)
    tax_label: str = ""
    # From the invoice's date on.
    payment_days: int = 0
    footer: str = ""
    color: str = "#1f2937"
    # By language. A document keeps only what is printed on it.
    payment_terms: dict[str, str] = Field(default_factory=dict, exclude=True)


class Buyer(ApiModel):
    """Of a company: its ``name`` and details, and in ``contact`` who booked."""

    name: str
    email: str = ""
    phone: str = ""
    contact: str = ""
    address: str = ""
    country: str = ""
    vat_number: str = ""


class Rental(ApiModel):
    """Places as the company calls them in the customer's language; times in UTC."""

    reference: str
    car: str
    pickup_place: str
    pickup_at: datetime
    return_place: str
    return_at: datetime
    days: int


class DocumentLine(ApiModel):
    """``label``: the company's wording. ``code``: identifies the product's own lines. Amounts in minor units.

    ``vat``: the rate in basis points, 0 outside VAT, None if the company charges no VAT. ``credits``: the
    position of the invoice line that a credit note's line credits.
    """

    code: str
    label: str
    quantity: int
    unit_price: int
    amount: int
    vat: int | None = None
    credits: int | None = None


class Movement(ApiModel):
    """What a receipt confirms. ``amount`` in minor units, above 0."""

    kind: str
    method: str
    amount: int


class Snapshot(ApiModel):
    """``lines`` for invoices and credit notes, ``movement`` for receipts.

    ``paid`` and ``due``: of the booking at the time of issue. ``due_on``: the due date of the balance, None
    without a balance. ``credited``: the number of the credited invoice; ``is_partial``: only a part of it is
    credited. ``vat``: the breakdown by rate. ``order_number``: what the buyer calls this purchase. ``terms``: the
    company's text about the payment, empty for the product's.
    """

    seller: Seller
    buyer: Buyer
    rental: Rental
    timezone: str
    lines: list[DocumentLine] = Field(default_factory=list)
    movement: Movement | None = None
    paid: int = 0
    due: int = 0
    due_on: date | None = None
    credited: str | None = None
    is_partial: bool = False
    reason: str = ""
    order_number: str = ""
    note: str = ""
    terms: str = ""
    vat: list[VatPart] = Field(default_factory=list)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)

    def stored(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=True)


TITLES: Mapping[str, str] = {
    "invoice": translatable("Invoice"),
    "credit_note": translatable("Credit note"),
    "receipt": translatable("Receipt"),
}
MOVEMENTS: Mapping[str, str] = {
    "payment": translatable("Payment received"),
    "refund": translatable("Refund"),
    "deposit_taken": translatable("Deposit received"),
    "deposit_returned": translatable("Deposit returned"),
}
# What else the journal has.
ENTRIES: Mapping[str, str] = {
    **MOVEMENTS,
    "deposit_kept": translatable("Deposit kept"),
    "deposit_applied": translatable("Deposit applied"),
    "reduction": translatable("Price reduction"),
    "refund_failed": translatable("Refund failed"),
    "till_over": translatable("Till surplus"),
    "till_short": translatable("Till shortage"),
    "cash_to_bank": translatable("Cash to the bank"),
    "cash_from_bank": translatable("Cash from the bank"),
    "cash_out": translatable("Cash to another till"),
    "cash_in": translatable("Cash from another till"),
}
METHODS: Mapping[str, str] = {
    "cash": translatable("Cash"),
    "card": translatable("Card"),
    "bank": translatable("Bank transfer"),
    "online": translatable("Online payment"),
}


def printed(invoice: Invoice, *, is_void: bool, logo: bytes | None, is_proforma: bool = False) -> Document:
    """The document to render. A voided invoice and one without a number get a watermark. ``logo``: a PNG."""
    snapshot, texts = Snapshot.model_validate(invoice.data), texts_in(invoice.language)
    issued = format_date(invoice.issued_at.astimezone(snapshot.zone).date(), texts.locale)
    body = _receipt if invoice.kind == "receipt" else _invoice
    draft = texts.gettext("PROFORMA") if is_proforma else texts.gettext("DRAFT")
    note = texts.gettext("This proforma invoice is not a tax invoice.")
    return Document(
        title=texts.gettext("Proforma invoice") if is_proforma else texts.gettext(TITLES[invoice.kind]),
        subtitle=" · ".join(filter(None, (invoice.number, issued))),
        language=invoice.language,
        letterhead=_letterhead(snapshot.seller, texts, logo),
        blocks=(
            Side(
                (
                    (Heading(_buyer_heading(snapshot, texts)), _buyer(snapshot, texts)),
                    (Heading(texts.gettext("Rental")), _rental(snapshot, texts)),
                )
            ),
            *body(invoice, snapshot, texts),
            *((Paragraph(note),) if is_proforma else ()),
        ),
        mark=texts.gettext("VOID") if is_void else "" if invoice.number else draft,
        footer=_footer(snapshot.seller, texts),
    )


def _letterhead(seller: Seller, texts: Texts, logo: bytes | None) -> Letterhead:
    lines = [line.strip() for line in seller.address.splitlines() if line.strip()]
    if seller.registration_number:
        lines.append(texts.gettext("Registration no. {number}", number=seller.registration_number))
    if seller.tax_id:
        lines.append(texts.gettext("Tax no. {number}", number=seller.tax_id))
    return Letterhead(seller.name, tuple(lines), seller.color, logo)


def _footer(seller: Seller, texts: Texts) -> tuple[str, ...]:
    bank = seller.bank_account
    account = texts.gettext("Bank account: {account}", account=bank) if bank else ""
    return tuple(filter(None, (account, seller.footer)))


def _buyer_heading(snapshot: Snapshot, texts: Texts) -> str:
    return texts.gettext("Bill to") if snapshot.buyer.contact else texts.gettext("Customer")


def _buyer(snapshot: Snapshot, texts: Texts) -> Paragraph:
    buyer = snapshot.buyer
    lines = [buyer.name, *(line.strip() for line in buyer.address.splitlines())]
    lines.append(texts.locale.territories.get(buyer.country, buyer.country))
    if buyer.vat_number:
        lines.append(texts.gettext("VAT no. {number}", number=buyer.vat_number))
    lines += [buyer.contact, buyer.email, spaced(buyer.phone)]
    return Paragraph("\n".join(filter(None, lines)))


def _rental(snapshot: Snapshot, texts: Texts) -> Facts:
    rental = snapshot.rental

    def at(place: str, moment: datetime) -> str:
        return f"{place}\n{format_moment(moment.astimezone(snapshot.zone), texts.locale)}"

    return Facts(
        (
            (texts.gettext("Booking"), rental.reference),
            (texts.gettext("Car"), rental.car),
            (texts.gettext("Pickup"), at(rental.pickup_place, rental.pickup_at)),
            (texts.gettext("Return"), at(rental.return_place, rental.return_at)),
            *(((texts.gettext("Your reference"), snapshot.order_number),) if snapshot.order_number else ()),
        )
    )


def _invoice(invoice: Invoice, snapshot: Snapshot, texts: Texts) -> list[Block]:
    def money(minor: int) -> str:
        return format_money(minor, invoice.currency, texts.locale)

    blocks: list[Block] = []
    if number := snapshot.credited:
        about = (
            texts.gettext("This credit note is for a part of invoice {number}.", number=number)
            if snapshot.is_partial
            else texts.gettext("This credit note voids invoice {number}.", number=number)
        )
        blocks.append(Paragraph(about))
        blocks.append(Paragraph(texts.gettext("Reason: {reason}", reason=snapshot.reason)))
    has_rates = len(snapshot.vat) > 1
    columns = (
        Column(texts.pgettext("column of an invoice", "What"), 3.4),
        Column(texts.gettext("Quantity"), 1, "right"),
        Column(texts.gettext("Price"), 1.2, "right"),
        *((Column(tax_name(snapshot.seller, texts), 0.8, "right"),) if has_rates else ()),
        Column(texts.gettext("Amount"), 1.4, "right"),
    )
    rows = tuple(
        (
            label_of(line, texts),
            str(line.quantity),
            money(line.unit_price),
            *((_rate(line.vat or 0, texts),) if has_rates else ()),
            money(line.amount),
        )
        for line in snapshot.lines
    )
    totals = [*_tax(snapshot, texts, money), (texts.gettext("Total"), money(invoice.total_minor))]
    blocks.append(Table(columns, rows, tuple(totals)))
    if has_rates:
        blocks.append(_breakdown(snapshot, texts, money))
    if snapshot.seller.vat_basis_points is None:
        blocks.append(Paragraph(_untaxed(snapshot.seller, texts), small=True))
    if invoice.kind == "invoice":
        paid = texts.gettext("Paid to date: {amount}.", amount=money(snapshot.paid))
        due = texts.gettext("Outstanding: {amount}.", amount=money(max(0, snapshot.due)))
        blocks.append(Paragraph(f"{paid} {due}"))
        if snapshot.due_on:
            day = format_date(snapshot.due_on, texts.locale)
            terms = [snapshot.terms or texts.gettext("Payment due by {date}.", date=day)]
            if snapshot.seller.bank_account:
                said = {"account": snapshot.seller.bank_account, "reference": snapshot.rental.reference}
                terms.append(
                    texts.gettext("Bank transfers: to {account}, with the reference {reference}.", **said)
                )
            blocks.append(Paragraph(" ".join(terms)))
    if snapshot.note:
        blocks.append(Paragraph(snapshot.note))
    return blocks


def _receipt(invoice: Invoice, snapshot: Snapshot, texts: Texts) -> list[Block]:
    movement = snapshot.movement
    assert movement is not None  # noqa: S101 - every receipt is stored with one
    amount = format_money(invoice.total_minor, invoice.currency, texts.locale)
    blocks: list[Block] = [
        Table(
            (
                Column(texts.gettext("What"), 2.6),
                Column(texts.gettext("How"), 1.6),
                Column(texts.gettext("Amount"), 1.4, "right"),
            ),
            ((texts.gettext(MOVEMENTS[movement.kind]), texts.gettext(METHODS[movement.method]), amount),),
            ((texts.gettext("Total"), amount),),
        )
    ]
    if movement.kind == "deposit_taken":
        blocks.append(
            Paragraph(texts.gettext("A deposit is not a payment. It is returned after the rental."))
        )
    else:
        due = format_money(max(0, snapshot.due), invoice.currency, texts.locale)
        blocks.append(Paragraph(texts.gettext("Outstanding for this booking: {amount}.", amount=due)))
    return blocks


def tax_name(seller: Seller, texts: Texts) -> str:
    """The company's own word, as it is written in every language, or the product's."""
    return seller.tax_label or texts.gettext("VAT")


def _untaxed(seller: Seller, texts: Texts) -> str:
    if seller.tax_label:
        return texts.gettext("No {tax} is charged.", tax=seller.tax_label)
    return texts.gettext("No value added tax is charged.")


def _rate(basis_points: int, texts: Texts) -> str:
    return format_percent(basis_points, texts.locale) if basis_points else "–"


def _tax(snapshot: Snapshot, texts: Texts, money: Callable[[int], str]) -> list[tuple[str, str]]:
    """Net and tax above the total; the rates of several are in the breakdown."""
    parts = snapshot.vat
    if not any(part.basis_points for part in parts):
        return []
    label = snapshot.seller.tax_label
    name = tax_name(snapshot.seller, texts)
    if len(parts) == 1:
        percent = format_percent(parts[0].basis_points, texts.locale)
        name = f"{label} {percent}" if label else texts.gettext("Value added tax {percent}", percent=percent)
    return [
        (texts.gettext("Net"), money(sum(part.net for part in parts))),
        (name, money(sum(part.tax for part in parts))),
    ]


def _breakdown(snapshot: Snapshot, texts: Texts, money: Callable[[int], str]) -> Table:
    label = snapshot.seller.tax_label
    outside = texts.gettext("Without {tax}", tax=label) if label else texts.gettext("Outside VAT")
    columns = (
        Column(texts.gettext("{tax} rate", tax=label) if label else texts.gettext("VAT rate"), 2),
        Column(texts.gettext("Net"), 1.2, "right"),
        Column(tax_name(snapshot.seller, texts), 1.2, "right"),
        Column(texts.gettext("Gross"), 1.2, "right"),
    )
    return Table(
        columns,
        tuple(
            (
                _rate(part.basis_points, texts) if part.basis_points else outside,
                money(part.net),
                money(part.tax),
                money(part.gross),
            )
            for part in snapshot.vat
        ),
    )


def label_of(line: DocumentLine, texts: Texts) -> str:
    label = in_own_words(texts, line.code, line.label)
    return texts.gettext("Rental of {car}", car=label) if is_car_line(line.code) else label
