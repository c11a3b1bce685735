"""What tests of reviews do: add one to a company."""

from datetime import date
from uuid import UUID

from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant

REVIEW = {
    "source": "Google",
    "writtenOn": "2026-06-01",
    "author": "Ada",
    "rating": 5,
    "text": "A good car",
    "language": "en",
}
REVIEWS = "Source,Date,Author,Rating,Text\nDemo,2026-06-01,Ada,5,A good car"


def add_review(
    query_admin_sql: AdminSql,
    tenant: Tenant,
    *,
    rating: int = 5,
    state: str = "published",
    car: str | None = None,
    source: str = "",
    booking: str | None = None,
    author: str = "Ada",
    language: str = "en",
    written_on: date | None = None,
) -> UUID:
    """By a visitor of nowhere in particular, unless ``booking`` says of which rental."""
    review = new_id()
    query_admin_sql(
        "insert into reviews (tenant_id, id, booking_id, car_id, source, author, rating, text, language, written_on,"
        " state, hidden_reason, created_at) select %s, %s, %s,"
        " (select id from cars where tenant_id = %s and slug = %s),"
        " %s, %s, %s, 'A good car.', %s, %s, %s, %s, %s",
        tenant.id, review, booking, tenant.id, car, source, author, rating, language, written_on or NOW.date(), state,
        "Spam" if state == "hidden" else "", NOW,
    )  # fmt: skip
    return review
