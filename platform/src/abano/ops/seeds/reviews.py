"""Reviews of a template's ``reviews.json``, marked there as those of a demo."""

from pathlib import Path
from uuid import uuid5

from sqlalchemy import select

from abano.catalog.published.models import CarRow
from abano.core.clock import SystemClock
from abano.db.unit_of_work import UnitOfWork
from abano.ops.seeds.languages import read_json
from abano.ops.seeds.rows import add_missing
from abano.site.reviews.models import ReviewRow


async def load_reviews(uow: UnitOfWork, folder: Path) -> None:
    """Those that the company lacks; nothing for a template without any."""
    file = folder / "reviews.json"
    if not file.exists():
        return
    content = read_json(file)
    now = SystemClock().now()
    found = await uow.session.execute(select(CarRow.slug, CarRow.id).where(CarRow.tenant_id == uow.tenant_id))
    cars = {row.slug: row.id for row in found}
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
