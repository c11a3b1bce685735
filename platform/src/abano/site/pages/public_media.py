"""The files of a company's media library that anyone may see, and what its brand, cars and texts refer to."""

import asyncio
import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from cachetools import TTLCache

from abano.catalog.published.snapshot import Catalog
from abano.core.ttl_cache import TtlCache
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.site.media_library.pictures import FOLDER, Pictures, referred
from abano.site.media_library.rules import NAME, PublicFile
from abano.site.media_library.service import find_public_file, load_shown
from abano.site.pages.files import Picture, in_colors, zipped
from abano.site.pages.schemas import Colors
from abano.storage.images import find_brand_image
from abano.storage.store import MediaStore

# Which colours a drawing of a company's site has.


def palette_of(colors: Colors) -> str:
    """Eight digits that are others for any other colours."""
    return hashlib.sha256(colors.model_dump_json().encode()).hexdigest()[:8]


async def load_pictures(
    uow: UnitOfWork, catalog: Catalog, documents: Iterable[Any], languages: list[str]
) -> Pictures:
    """Everything that is referred to. ``languages``: of the page, then the company's first."""
    of_catalog = [car.images for car in catalog.cars] + [place.images for place in catalog.handover_places]
    bodies = [catalog.rules.brand, *of_catalog, *documents]
    named = {identity for body in bodies for identity in referred(body)}
    colors = Colors.model_validate(catalog.rules.brand["colors"])
    return Pictures(await load_shown(uow, named), palette_of(colors), languages)


def with_pictures(catalog: Catalog, pictures: Pictures) -> Catalog:
    """The catalogue with the pictures and films of its cars, and the photos of its handover places."""
    cars = tuple(replace(car, images=tuple(pictures.resolved(car.images))) for car in catalog.cars)
    places = tuple(
        replace(place, images=tuple(pictures.resolved(place.images))) for place in catalog.handover_places
    )
    return replace(catalog, cars=cars, handover_places=places)


# Total size of the in-memory cache. Larger files are read on request.
CACHED_BYTES, MAX_CACHED, CACHED_SECONDS = 48_000_000, 600_000, 60
MAX_BRAND_IMAGES = 100


class Key(NamedTuple):
    tenant: TenantId
    name: str
    palette: str


class PublicMedia:
    """What many ask for is kept in memory for a minute."""

    def __init__(self, db: Database, store: MediaStore) -> None:
        self.store = store
        self._db = db
        self._kept: TTLCache[Key, Picture] = TTLCache(
            CACHED_BYTES, CACHED_SECONDS, getsizeof=lambda picture: len(picture.body)
        )

    async def find(self, tenant: TenantId, name: str, colors: Colors) -> Picture | PublicFile | None:
        """A picture, a drawing in ``colors``; of a film what is to be read of it; None when there is no such file.

        Raises DatabaseUnavailable, MediaUnavailable.
        """
        if not NAME.fullmatch(name):
            return None
        is_drawing = name.endswith(".svg")
        key = Key(tenant, name, palette_of(colors) if is_drawing else "")
        picture = self._kept.get(key)
        if picture is not None:
            return picture
        async with self._db.uow(tenant) as uow:
            file = await find_public_file(uow, name)
        if file is None or file.content_type.startswith("video/"):
            return file
        body = await asyncio.to_thread(self.store.get, tenant, file.digest)
        if body is None:
            return None
        if is_drawing:
            body = in_colors(body, colors)
        small = zipped(body) if is_drawing else None
        picture = Picture(body, small, file.content_type, f'"{file.digest[:20]}{key.palette}"')
        if len(body) <= MAX_CACHED:
            self._kept[key] = picture
        return picture

    async def body(self, tenant: TenantId, url: str, colors: Colors) -> bytes | None:
        """The content of a picture by its URL on the site. None for other URLs."""
        if not url.startswith(FOLDER):
            return None
        found = await self.find(tenant, url.removeprefix(FOLDER).partition("?")[0], colors)
        return found.body if isinstance(found, Picture) else None


class BrandImages:
    """Images of brands, kept in memory for some seconds."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._kept: TtlCache[tuple[TenantId, str], bytes | None] = TtlCache(max_entries=MAX_BRAND_IMAGES)

    async def get(self, tenant: TenantId, name: str) -> bytes | None:
        """The PNG. None if it is not rendered yet or cannot be rendered. Raises DatabaseUnavailable."""

        async def load() -> bytes | None:
            async with self._db.uow(tenant) as uow:
                return await find_brand_image(uow, name)

        return await self._kept.get((tenant, name), load)
