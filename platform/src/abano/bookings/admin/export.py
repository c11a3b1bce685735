"""The list of bookings as CSV."""

from collections.abc import AsyncIterator

from abano.bookings.admin.presentation import place_name
from abano.bookings.admin.repository import Listed
from abano.catalog.snapshot import Catalog
from abano.kit.csv_text import BYTE_ORDER_MARK, csv_rows
from abano.kit.money import to_decimal
from abano.tenants.tenant import Tenant

COLUMNS = (
    "Booking ID",
    "Booked at",
    "Status",
    "Customer",
    "Email",
    "Phone",
    "Driver's age",
    "Group size",
    "Car",
    "Pickup",
    "Pickup at",
    "Return",
    "Return at",
    "Days",
    "Insurance",
    "Services",
    "Total price",
    "Currency",
    "Shown total",
    "Shown currency",
    "Exchange rate",
    "Promo code",
    "Affiliate",
    "Click id",
    "Needs review",
)


async def csv_lines(
    batches: AsyncIterator[list[Listed]], tenant: Tenant, catalog: Catalog
) -> AsyncIterator[str]:
    """CSV text in chunks. Times are in the company's time zone."""
    yield BYTE_ORDER_MARK + csv_rows([COLUMNS])
    async for batch in batches:
        yield csv_rows(_row(listed, tenant, catalog) for listed in batch)


def _row(listed: Listed, tenant: Tenant, catalog: Catalog) -> tuple[object, ...]:
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
        "yes" if booking.needs_review else "no",
    )
