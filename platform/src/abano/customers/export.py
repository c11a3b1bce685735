"""The list of customers as CSV."""

from collections.abc import AsyncIterator

from abano.customers.schemas import CustomerSummary
from abano.kit.csv_text import BYTE_ORDER_MARK, amount_cell, csv_rows
from abano.languages.texts import Texts, translatable
from abano.models.customers import CustomerRow
from abano.tenants.tenant import Tenant

COLUMNS = (
    translatable("Name"),
    translatable("Email"),
    translatable("Phone"),
    translatable("Language"),
    translatable("Bookings"),
    translatable("Spent"),
    translatable("Currency"),
    translatable("Last booked at"),
    translatable("Licence number"),
    translatable("Licence expires on"),
    translatable("Blacklisted"),
)


async def csv_lines(
    batches: AsyncIterator[list[tuple[CustomerRow, CustomerSummary]]],
    tenant: Tenant,
    currency: str,
    texts: Texts,
) -> AsyncIterator[str]:
    """CSV text in chunks, its headings in the reader's language. Times are in the company's time zone."""
    yield BYTE_ORDER_MARK + csv_rows([[texts.gettext(column) for column in COLUMNS]])
    async for batch in batches:
        yield csv_rows(
            (
                row.name,
                row.email,
                row.phone,
                row.language,
                shown.bookings,
                amount_cell(shown.spent),
                currency,
                f"{row.last_booked_at.astimezone(tenant.zone):%Y-%m-%d %H:%M}",
                row.licence_number,
                row.licence_expires_on.isoformat() if row.licence_expires_on else None,
                texts.gettext("yes") if row.is_blacklisted else texts.gettext("no"),
            )
            for row, shown in batch
        )
