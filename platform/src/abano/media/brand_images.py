"""PNG images of a company's logo and icon, as they were drawn when its brand changed."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

from sqlalchemy import delete, select, update

from abano.database.engine import Database
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.models.tenants import BrandImage, TenantSettings
from abano.tenants.tenant import tenant_id_from_database

LOGO = "logo"
# Until then another worker leaves a brand alone; a killed one is followed.
RETRY_AFTER = timedelta(minutes=2)


class ClaimedBrand(NamedTuple):
    """``until``: what ``store_brand_images`` takes; another one once the brand has changed again."""

    brand: Mapping[str, Any]
    until: datetime


async def tenants_to_draw(db: Database, now: datetime) -> list[TenantId]:
    """Tenants whose brand has changed since it was drawn."""
    async with db.reporting() as conn:
        cursor = await conn.execute(
            "select tenant_id from reporting.brands_to_draw where draw_brand_at <= %s", (now,)
        )
        return [tenant_id_from_database(row[0]) for row in await cursor.fetchall()]


async def find_brand_image(uow: UnitOfWork, name: str) -> bytes | None:
    """The PNG; None while it is not drawn, and where it cannot be drawn."""
    query = select(BrandImage.content).where(BrandImage.tenant_id == uow.tenant_id, BrandImage.name == name)
    return cast(bytes | None, await uow.session.scalar(query))


async def claim_brand(uow: UnitOfWork, now: datetime) -> ClaimedBrand | None:
    """The brand to draw; None when another worker draws it."""
    until = now + RETRY_AFTER
    claimed = await uow.session.execute(
        update(TenantSettings)
        .where(TenantSettings.tenant_id == uow.tenant_id, TenantSettings.draw_brand_at <= now)
        .values(draw_brand_at=until)
        .returning(TenantSettings.brand)
    )
    brand = claimed.scalar_one_or_none()
    return None if brand is None else ClaimedBrand(brand, until)


async def store_brand_images(uow: UnitOfWork, images: Mapping[str, bytes], until: datetime) -> None:
    """Replace the company's images, unless its brand has changed since it was claimed."""
    drawn = await uow.session.execute(
        update(TenantSettings)
        .where(TenantSettings.tenant_id == uow.tenant_id, TenantSettings.draw_brand_at == until)
        .values(draw_brand_at=None)
        .returning(TenantSettings.tenant_id)
    )
    if drawn.scalar_one_or_none() is None:
        return
    await uow.session.execute(delete(BrandImage).where(BrandImage.tenant_id == uow.tenant_id))
    uow.session.add_all(
        BrandImage(tenant_id=uow.tenant_id, name=name, content=content) for name, content in images.items()
    )
    await uow.session.flush()
