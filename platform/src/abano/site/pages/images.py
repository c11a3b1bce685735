"""The pictures that a company's brand, cars and texts refer to, in place of the references."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from abano.catalog.published.snapshot import Catalog
from abano.db.unit_of_work import UnitOfWork
from abano.site.media_library.pictures import Pictures
from abano.site.media_library.references import referred
from abano.site.media_library.service import load_shown
from abano.site.pages.schemas import Colors

# Which colours a drawing of a company's site has.


def palette_of(colors: Colors) -> str:
    """Eight digits that are others for any other colours."""
    return hashlib.sha256(colors.model_dump_json().encode()).hexdigest()[:8]


async def load_pictures(
    uow: UnitOfWork, catalog: Catalog, documents: Iterable[Any], languages: list[str]
) -> Pictures:
    """Everything that is referred to. ``languages``: of the page, then the company's first."""
    bodies = [catalog.rules.brand, *(car.images for car in catalog.cars), *documents]
    named = {identity for body in bodies for identity in referred(body)}
    colors = Colors.model_validate(catalog.rules.brand["colors"])
    return Pictures(await load_shown(uow, named), palette_of(colors), languages)


def with_pictures(catalog: Catalog, pictures: Pictures) -> Catalog:
    """The catalogue with the pictures and films of its cars."""
    cars = tuple(replace(car, images=tuple(pictures.resolved(car.images))) for car in catalog.cars)
    return replace(catalog, cars=cars)
