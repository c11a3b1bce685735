"""The list of bookings as CSV."""

from collections.abc import AsyncIterator

from abano.bookings.admin.presentation import place_name
from abano.bookings.admin.repository import Listed
from abano.catalog.snapshot import Catalog
from abano.kit.csv_text import BYTE_ORDER_MARK, csv_rows
from abano.kit.money import to_decimal
from abano.languages.texts import Texts, translatable
from abano.tenants.tenant import Tenant

COLUMNS = (
    translatable("Booking ID"),
    translatable("Booked at"),
    translatable("Status"),
    translatable("Customer"),
    translatable("Email"),
    translatable("Phone"),
    translatable("Driver's age"),
    translatable("Group size"),
    translatable("Car"),
    translatable("Pickup"),
    translatable("Pickup at"),
    translatable("Return"),
    translatable("Return at"),
    translatable("Days"),
    translatable("Insurance"),
    translatable("Services"),
    translatable("Total price"),
    translatable("Currency"),
    translatable("Shown total"),
    translatable("Shown currency"),
    translatable("Exchange rate"),
    translatable("Promo code"),
    translatable("Affiliate"),
    translatable("Click id"),
    translatable("Needs review"),
)


async def csv_lines(
    batches: AsyncIterator[list[Listed]], tenant: Tenant, catalog: Catalog, texts: Texts
) -> AsyncIterator[str]:
    """CSV text in chunks, its headings in the reader's language. Times are in the company's time zone."""
    yield BYTE_ORDER_MARK + csv_rows([[texts.gettext(column) for column in COLUMNS]])
    async for batch in batches:
        yield csv_rows(_row(listed, tenant, catalog, texts) for listed in batch)


def _row(listed: Listed, tenant: Tenant, catalog: Catalog, texts: Texts) -> tuple[object, ...]:
    booking, affiliate = listed
    times = (
        f"{moment.astimezone(tenant.zone):%Y-%m-%d %H:%M}"
        for moment in (booking.created_at, booking.pickup_at, booking.return_at)
    )
    created, pickup, dropoff = times
    return (
        booking.reference,
        created,
        booking.status,
        booking.customer_name,
        booking.customer_email,
        booking.customer_phone,
        booking.driver_age,
        booking.group_size,
        booking.car_name,
        place_name(catalog, booking.pickup_location),
        pickup,
        place_name(catalog, booking.dropoff_location),
        dropoff,
        booking.days,
        booking.insurance_code,
        " ".join(booking.service_codes),
        to_decimal(booking.total_minor),
        booking.currency,
        None if booking.display_total_minor is None else to_decimal(booking.display_total_minor),
        booking.display_currency,
        booking.display_rate,
        booking.promo_code,
        affiliate.name if affiliate else None,
        booking.gclid or booking.gbraid or booking.wbraid,
        texts.gettext("yes") if booking.needs_review else texts.gettext("no"),
    )
