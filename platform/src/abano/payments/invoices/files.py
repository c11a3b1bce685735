"""The list of documents as CSV. Pure."""

from zoneinfo import ZoneInfo

from abano.core.languages.texts import Texts, translatable
from abano.core.money import to_decimal
from abano.payments.invoices.paper import TITLES
from abano.payments.invoices.repository import ListedInvoice
from abano.payments.invoices.schemas import InvoiceOut

COLUMNS = (
    translatable("Number"),
    translatable("Kind"),
    translatable("Date"),
    translatable("Booking"),
    translatable("Customer"),
    translatable("Total"),
    translatable("Currency"),
    translatable("Credited"),
    translatable("Credit notes"),
)


def csv_head(texts: Texts) -> list[object]:
    return [texts.gettext(column) for column in COLUMNS]


def csv_row(row: ListedInvoice, zone: ZoneInfo, texts: Texts) -> list[object]:
    """``zone``: the company's, for the day of issue."""
    shown = InvoiceOut.of(row)
    day = shown.issued_at.astimezone(zone).date()
    return [
        shown.number,
        texts.gettext(TITLES[shown.kind]),
        day.isoformat(),
        shown.reference,
        shown.customer_name,
        to_decimal(row.invoice.total_minor),
        shown.currency,
        to_decimal(row.credited) if row.credited else None,
        ", ".join(shown.credit_notes),
    ]
