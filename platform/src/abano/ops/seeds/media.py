"""Import a template's images into the company's media library, with alt texts in each language."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select

from abano.core.clock import SystemClock
from abano.core.expensive_work import alone_with_database
from abano.db.unit_of_work import UnitOfWork
from abano.ops.seeds.languages import TemplateLanguage, read_json
from abano.site.media_library.models import MediaItem
from abano.site.media_library.photographs import QUICK_AVIF_EFFORT, make_variants
from abano.site.media_library.pictures import OF_TEMPLATE, seeded_id
from abano.site.media_library.presentation import keep_variants
from abano.site.media_library.rules import title_of
from abano.site.media_library.service import Upload, add_item, read_upload
from abano.storage.service import Media

Json = Mapping[str, Any]


async def load_media(uow: UnitOfWork, folder: Path, media: Media, languages: list[TemplateLanguage]) -> None:
    """Add missing files of ``folder/media``; they can be used immediately."""
    query = select(MediaItem.id).where(MediaItem.tenant_id == uow.tenant_id)
    existing = set(await uow.session.scalars(query))
    texts, now = alt_texts(folder, languages), SystemClock().now()
    for file in sorted(path for path in (folder / "media").rglob("*") if path.is_file()):
        name = file.relative_to(folder / "media").as_posix()
        if seeded_id(uow.tenant_id, name) in existing:
            continue
        with alone_with_database():
            upload = await asyncio.to_thread(read_upload, file.read_bytes())
        item = await add_file(uow, media, name, upload, texts.get(name, {}), now)
        if upload.ending is None:
            with alone_with_database():
                prepared = await asyncio.to_thread(
                    make_variants, upload.content, None, effort=QUICK_AVIF_EFFORT
                )
            await keep_variants(uow, media, item, upload.digest, prepared, now)
    await uow.session.flush()


async def add_file(
    uow: UnitOfWork, media: Media, name: str, upload: Upload, texts: Mapping[str, str], now: datetime
) -> MediaItem:
    """Add a template's file that the library does not have. ``texts``: alt texts by language."""
    item = await add_item(uow, media, seeded_id(uow.tenant_id, name), upload, _title(name), now)
    item.alt_texts = dict(texts)
    return item


def alt_texts(folder: Path, languages: list[TemplateLanguage]) -> dict[str, dict[str, str]]:
    """Return alt texts of the template's images, by file and language."""
    first = read_json(folder / "company.json")["settings"]["languages"][0]
    catalog = read_json(folder / "catalog.json")
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    views: dict[tuple[str, str], str] = {}
    for car in catalog["cars"]:
        for image in car["images"]:
            name = image["src"].removeprefix(OF_TEMPLATE)
            views[car["slug"], image["view"]] = name
            found[name][first] = image["alt"]
    texts = [(first, read_json(file)) for file in sorted((folder / "documents").glob("*.json"))]
    for each in languages:
        texts += [(each.language, body) for body in each.documents.values()]
        for slug, description in each.catalog.get("cars", {}).items():
            for image in description.get("images", []):
                found[views[slug, image["view"]]][each.language] = image["alt"]
    for language, body in texts:
        for name, alt in _described(body):
            found[name].setdefault(language, alt)
    return dict(found)


def _described(body: Any) -> Iterator[tuple[str, str]]:
    """Yield images with their alt texts."""
    if isinstance(body, Mapping):
        image = body.get("image")
        if isinstance(image, str) and image.startswith(OF_TEMPLATE) and body.get("alt"):
            yield image.removeprefix(OF_TEMPLATE), body["alt"]
        for value in body.values():
            yield from _described(value)
    elif isinstance(body, list):
        for value in body:
            yield from _described(value)


def _title(name: str) -> str:
    """Return a name such as "vw-golf side" for cars/vw-golf/side.svg."""
    return title_of(" ".join(name.split("/")[1:]))
