"""What a brand makes of things that are no pages: an e-mail, and a document as it would be printed."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from abano.catalog.published.snapshot import Catalog
from abano.core.ids import new_id
from abano.core.languages.formats import format_money
from abano.core.languages.texts import Texts
from abano.core.pdf.document import Document
from abano.messaging.outbox.layout import Button, Letter, Part, Recipient, brand_of, html_of
from abano.payments.invoices.paper import Buyer, DocumentLine, Rental, Seller, Snapshot, printed
from abano.payments.journal.models import Invoice
from abano.tenancy.directory.tenant import Tenant

DAYS = 7
REFERENCE = "AAA-AAAA"


def sample_email(
    tenant: Tenant, catalog: Catalog, colors: Mapping[str, str], origin: str, texts: Texts
) -> str:
    """The HTML of an e-mail to a customer, in these colours. Its button leads to the site."""
    rules, language = catalog.rules, texts.language
    said = catalog.in_language(language if language in rules.languages else rules.languages[0])
    car = next(iter(said.cars), None)
    rate = car.base_rate if car else rules.unknown_car_daily_rate
    subject = texts.gettext("Payment for your booking {reference}", reference=REFERENCE)
    letter = Letter(
        heading=subject,
        paragraphs=(texts.gettext("Kind regards,\n{company}", company=tenant.name),),
        parts=(
            Part(
                "",
                (
                    (texts.gettext("Car"), car.name if car else "—"),
                    (texts.gettext("Price"), format_money(rate * DAYS, rules.currency, texts.locale)),
                ),
            ),
        ),
        button=Button(tenant.name, origin),
    )
    brand = brand_of(
        {**rules.brand, "colors": dict(colors)}, rules.contacts, language=language, origin=origin
    )
    return html_of(letter, Recipient(tenant.name, "", "", origin, brand=brand), subject, language)


def sample_invoice(
    tenant: Tenant, catalog: Catalog, seller: Seller, logo: bytes | None, language: str, now: datetime
) -> Document:
    """An invoice to be printed, with the company's first car and place; no number of theirs is used."""
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
            reference=REFERENCE,
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
    return printed(invoice, is_void=False, logo=logo)
