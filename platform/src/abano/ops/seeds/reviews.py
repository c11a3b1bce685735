"""Load reviews from a template's ``reviews.json``: demo reviews from another site, and reviews of rentals."""

from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid5

from sqlalchemy import select

from abano.accounts.access.models import AdminRow
from abano.booking_record.models import BookingRow
from abano.catalog.published.models import CarRow
from abano.core.clock import SystemClock
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.ops.seeds.languages import read_json
from abano.ops.seeds.rows import add_missing
from abano.site.reviews.models import ReviewRow
from abano.tenancy.directory.tenant import Tenant

# Days between the return and the review.
DAYS_AFTER_RETURN = 3
# Languages whose reviewers have names in Latin script.
LATIN = frozenset({"en", "de"})


async def load_reviews(uow: UnitOfWork, folder: Path) -> None:
    """Add missing reviews; does nothing for a template without reviews."""
    file = folder / "reviews.json"
    if not file.exists():
        return
    content = read_json(file)
    now = SystemClock().now()
    cars = await _cars(uow)
    await add_missing(
        uow,
        ReviewRow,
        [
            {
                "tenant_id": uow.tenant_id,
                "id": uuid5(uow.tenant_id, f"review {number}"),
                "car_id": cars.get(entry.get("car")),
                "source": content["source"],
                "author": entry["author"],
                "rating": entry["rating"],
                "text": entry["text"],
                "language": entry["language"],
                "written_on": entry["writtenOn"],
                "state": entry.get("state", "published"),
                "answer": entry.get("answer", ""),
                "created_at": now,
            }
            for number, entry in enumerate(content["reviews"])
        ],
    )


async def load_reviews_of_rentals(uow: UnitOfWork, tenant: Tenant, folder: Path, now: datetime) -> None:
    """Add reviews of the demo rentals, each for the newest rental of its car in its language.

    Does nothing for a company that already has such reviews.
    """
    own = (ReviewRow.tenant_id == uow.tenant_id) & ReviewRow.booking_id.is_not(None)
    if await uow.session.scalar(select(ReviewRow.id).where(own).limit(1)) is not None:
        return
    cars = await _cars(uow)
    admin = await uow.session.scalar(
        select(AdminRow.id).where(AdminRow.tenant_id == uow.tenant_id).order_by(AdminRow.id).limit(1)
    )
    ended = await uow.session.scalars(
        select(BookingRow)
        .where(
            BookingRow.tenant_id == uow.tenant_id,
            BookingRow.status == "completed",
            BookingRow.return_at < now - timedelta(days=DAYS_AFTER_RETURN),
        )
        .order_by(BookingRow.return_at.desc(), BookingRow.id)
    )
    rentals = list(ended)
    reviewers: set[str] = set()
    for entry in read_json(folder / "reviews.json")["ofRentals"]:
        rental = next(
            (
                each
                for each in rentals
                if each.car_id == cars[entry["car"]]
                and each.language == entry["language"]
                and each.customer_name not in reviewers
                and each.customer_name.isascii() == (entry["language"] in LATIN)
            ),
            None,
        )
        if rental is None:
            continue
        reviewers.add(rental.customer_name)
        written = rental.return_at + timedelta(days=DAYS_AFTER_RETURN)
        state = entry.get("state", "published")
        is_decided = state != "new" and admin is not None
        first, _, last = rental.customer_name.partition(" ")
        uow.session.add(
            ReviewRow(
                tenant_id=uow.tenant_id,
                id=new_id(),
                booking_id=rental.id,
                car_id=rental.car_id,
                author=f"{first} {last[:1]}." if last else first,
                rating=entry["rating"],
                text=entry["text"],
                language=entry["language"],
                written_on=written.astimezone(tenant.zone).date(),
                state=state,
                hidden_reason=entry.get("reason", ""),
                answer=entry.get("answer", ""),
                created_at=written,
                decided_by=admin if is_decided else None,
                decided_at=min(written + timedelta(hours=5), now) if is_decided else None,
            )
        )
    await uow.session.flush()


async def _cars(uow: UnitOfWork) -> dict[str, UUID]:
    found = await uow.session.execute(select(CarRow.slug, CarRow.id).where(CarRow.tenant_id == uow.tenant_id))
    return {row.slug: row.id for row in found}
