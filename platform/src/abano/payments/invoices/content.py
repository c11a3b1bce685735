"""What stands on a booking's documents: lines with their VAT, buyer and rental."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple, cast

from abano.booking_record.models import BookingRow
from abano.catalog.pricing.rules import MANUAL
from abano.catalog.pricing.service import in_company_words
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict
from abano.core.languages.texts import Texts, format_date, negotiate_language, texts_in
from abano.db.unit_of_work import UnitOfWork
from abano.payments.invoices.paper import (
    Buyer,
    DocumentLine,
    Rental,
    Seller,
    Snapshot,
)
from abano.payments.invoices.repository import (
    BilledCompany,
    InvoiceRepository,
)
from abano.payments.invoices.seller import seller_of
from abano.payments.invoices.vat import (
    DISCOUNTS,
    ITEM_KINDS,
    VatKind,
    gross_by_rate,
    kind_of,
    rate_of,
    split,
    vat_parts,
)
from abano.payments.journal import service as journal
from abano.payments.journal.models import InvoiceDraft
from abano.payments.journal.repository import ListedEntry
from abano.payments.journal.rules import FREE_STATUS
from abano.tenancy.directory.tenant import Tenant

# In the company's payment terms.
DUE_DATE, DAYS = "{due_date}", "{days}"
PLACEHOLDER = re.compile(r"\{[^{}]*\}")


class InvoiceStands(Conflict):
    """There is an invoice for this booking already. Void it with a credit note before you issue another."""


class NothingToInvoice(Conflict):
    """There is nothing to invoice for this booking."""


def language_of(booking: BookingRow, catalog: Catalog) -> str:
    """The language of messages to the customer."""
    return _negotiated(booking.language, catalog)


def _negotiated(wanted: str | None, catalog: Catalog) -> str:
    languages = catalog.rules.languages
    return negotiate_language(wanted, languages) or languages[0]


class Content(NamedTuple):
    """What an invoice would have on it now. ``draft``: what was decided of it, if anything."""

    total: int
    snapshot: Snapshot
    language: str
    draft: InvoiceDraft | None


async def invoice_content(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking: BookingRow, now: datetime
) -> Content:
    """Content of an invoice: the agreed price plus any kept deposit, and what its draft says.

    Raises NothingToInvoice, InvoiceStands.
    """
    repository = InvoiceRepository(uow)
    earlier = await repository.of_booking(booking.id)
    if any(row.invoice.kind == "invoice" and not row.is_void for row in earlier):
        raise InvoiceStands
    draft = await repository.draft(booking.id)
    language = _negotiated(draft.language, catalog) if draft else language_of(booking, catalog)
    snapshot = await snapshot_of(uow, tenant, catalog, booking, language)
    seller, texts = snapshot.seller, texts_in(language)
    is_cancelled = booking.status == FREE_STATUS
    if is_cancelled:
        lines = _fee_lines(booking, texts, seller)
    else:
        lines = _lines(booking, catalog.in_language(language), seller)
    kept = _kept_lines(texts, seller, await journal.list_entries(uow, booking.id))
    if not lines and not kept:
        raise NothingToInvoice
    lines += kept
    paid = snapshot.paid + sum(line.amount for line in kept)
    due_on = None
    today = now.astimezone(tenant.zone).date()
    if snapshot.due > 0:
        due_on = (draft.due_on if draft else None) or today + timedelta(days=seller.payment_days)
    changes = {
        "lines": lines,
        "paid": paid,
        "due_on": due_on,
        "vat": [] if seller.vat_basis_points is None else vat_parts(lines),
        "order_number": draft.order_number if draft else "",
        "note": draft.note if draft else "",
        "terms": _terms(seller, language, catalog.rules.languages[0], today, due_on),
    }
    total = sum(line.amount for line in lines)
    return Content(total, snapshot.model_copy(update=changes), language, draft)


def content_hash(snapshot: Snapshot) -> bytes:
    """Of what an invoice takes from its booking: another one means that the booking changed."""
    facts = snapshot.model_dump_json(include={"lines", "rental", "timezone"})
    return hashlib.sha256(facts.encode()).digest()


def _terms(seller: Seller, language: str, default: str, today: date, due_on: date | None) -> str:
    """The company's payment terms in the document's language, else in its default one. Empty if nothing is due."""
    said_in = language if seller.payment_terms.get(language) else default
    written = seller.payment_terms.get(said_in, "")
    if due_on is None or not written:
        return ""
    day = format_date(due_on, texts_in(said_in).locale)
    values = {DUE_DATE: day, DAYS: str(max(0, (due_on - today).days))}
    # Not formatted in steps: a replaced text has no placeholders of its own.
    return PLACEHOLDER.sub(lambda found: values.get(found[0], found[0]), written)


async def snapshot_of(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, booking: BookingRow, language: str = ""
) -> Snapshot:
    """``language``: of the document, by default the customer's."""
    translated = catalog.in_language(language or language_of(booking, catalog))
    names = {place.code: place.name for place in translated.locations}
    balance = await journal.balance_of(uow, booking)
    return Snapshot(
        seller=await seller_of(uow, tenant, catalog),
        buyer=_buyer(booking, await InvoiceRepository(uow).bill_to(booking.id)),
        rental=Rental(
            reference=booking.reference,
            car=booking.car_name,
            pickup_place=names.get(booking.pickup_location, booking.pickup_location),
            pickup_at=booking.pickup_at,
            return_place=names.get(booking.dropoff_location, booking.dropoff_location),
            return_at=booking.return_at,
            days=booking.days,
        ),
        timezone=tenant.timezone,
        paid=balance.paid,
        due=balance.due,
    )


def _buyer(booking: BookingRow, company: BilledCompany | None) -> Buyer:
    person = {"email": booking.customer_email, "phone": booking.customer_phone}
    if company is None:
        return Buyer(name=booking.customer_name, **person)
    return Buyer(contact=booking.customer_name, **person, **company._asdict())


def _lines(booking: BookingRow, translated: Catalog, seller: Seller) -> list[DocumentLine]:
    lines: list[DocumentLine] = []
    for stored in booking.price_lines:
        code = cast(str, stored["code"])
        line = DocumentLine(
            code=code,
            label=in_company_words(translated, code, stored["label"]),
            quantity=stored["quantity"],
            unit_price=stored["unitPrice"],
            amount=stored["amount"],
            vat=_rate(seller, kind_of(code, stored.get("charge", "")), code),
        )
        lines += _by_rate(line, gross_by_rate(lines)) if code in DISCOUNTS else [line]
    return lines


def _by_rate(discount: DocumentLine, given_on: Mapping[int, int]) -> list[DocumentLine]:
    """A discount on the whole price, in a line for each rate that it lowers."""
    if discount.vat is None:
        return [discount]
    return [
        discount.model_copy(update={"vat": rate, "unit_price": amount, "amount": amount})
        for rate, amount in split(discount.amount, given_on).items()
    ]


def _rate(seller: Seller, kind: VatKind, code: str = "") -> int | None:
    """``code``: the line's code. Services and protections can have their own rates."""
    own = seller.vat_by_item.get(code) if kind in ITEM_KINDS else None
    rates = seller.vat_rates if own is None else {**seller.vat_rates, kind: own}
    return rate_of(kind, seller.vat_basis_points, rates)


def _fee_lines(booking: BookingRow, texts: Texts, seller: Seller) -> list[DocumentLine]:
    """The fee of a cancelled booking; a compensation, as what is kept of a deposit."""
    fee = booking.cancellation_fee_minor
    if not fee:
        return []
    label = texts.gettext("No-show fee") if booking.no_show else texts.gettext("Cancellation fee")
    vat = _rate(seller, "deposit")
    return [DocumentLine(code=MANUAL, label=label, quantity=1, unit_price=fee, amount=fee, vat=vat)]


def _kept_lines(texts: Texts, seller: Seller, entries: Iterable[ListedEntry]) -> list[DocumentLine]:
    """What was kept of a deposit and is no part of the price, because the booking was cancelled."""
    return [
        DocumentLine(
            code=MANUAL,
            label=texts.gettext("Kept from the deposit: {reason}", reason=row.note or ""),
            quantity=1,
            unit_price=row.entry.amount_minor,
            amount=row.entry.amount_minor,
            vat=_rate(seller, "deposit"),
        )
        for row in entries
        if row.entry.kind == "deposit_kept"
    ]
