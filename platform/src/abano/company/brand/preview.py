"""What a brand makes of things that are no pages: a document as it would be printed."""

from datetime import datetime, timedelta

from abano.catalog.snapshot import Catalog
from abano.kit.ids import new_id
from abano.models.payments import Invoice
from abano.payments.invoices.paper import printed
from abano.payments.invoices.snapshot import Buyer, DocumentLine, Rental, Seller, Snapshot
from abano.printing.pdf import render_pdf
from abano.tenants.tenant import Tenant

DAYS = 7


def sample_invoice(tenant: Tenant, catalog: Catalog, seller: Seller, language: str, now: datetime) -> bytes:
    """An invoice as a PDF, with the company's first car and place; no number of theirs is used."""
    said = catalog.in_language(
        language if language in catalog.rules.languages else catalog.rules.languages[0]
    )
    car, place = next(iter(said.cars), None), next(iter(said.locations), None)
    rate = car.base_rate if car else catalog.rules.unknown_car_daily_rate
    total = rate * DAYS
    name, where = car.name if car else "—", place.name if place else "—"
    snapshot = Snapshot(
        seller=seller,
        buyer=Buyer(name="Ada Lovelace", email="ada@example.com"),
        rental=Rental(
            reference="AAA-AAAA",
            car=name,
            pickup_place=where,
            pickup_at=now,
            return_place=where,
            return_at=now + timedelta(days=DAYS),
            days=DAYS,
        ),
        timezone=tenant.timezone,
        lines=[DocumentLine(code="car", label=name, quantity=DAYS, unit_price=rate, amount=total)],
        due=total,
    )
    invoice = Invoice(
        tenant_id=tenant.id,
        id=new_id(),
        kind="invoice",
        year=now.year,
        number=0,
        language=language,
        currency=tenant.currency,
        total_minor=total,
        issued_at=now,
        data=snapshot.model_dump(mode="json", by_alias=True),
    )
    return render_pdf(printed(invoice, is_void=False))
