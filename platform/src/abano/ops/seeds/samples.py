"""Sample data for the catalogue of a new company: cars with pictures, places, protections, extras and a season."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from abano.catalog.published.document import KEYS, Json
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.ops.seeds.languages import read_json, read_languages
from abano.ops.seeds.loader import FOLDER
from abano.ops.seeds.media import add_file, alt_texts
from abano.site.media_library.models import MediaItem
from abano.site.media_library.pictures import OF_TEMPLATE, of_template, seeded_id
from abano.site.media_library.service import Upload, read_upload
from abano.storage.service import Media

SAMPLE = FOLDER / "sample"
# Its pictures are those of a demo company.
PICTURES = FOLDER / "alps" / "media"
AMOUNTS = frozenset({"baseRate", "dailyRate", "excess", "fee", "outOfHoursFee", "price"})


def read_pictures() -> dict[str, Upload]:
    """The pictures by name. Takes processor time: before any transaction, in a thread."""
    catalog = read_json(SAMPLE / "catalog.json")
    names = [image["src"].removeprefix(OF_TEMPLATE) for car in catalog["cars"] for image in car["images"]]
    return {name: read_upload((PICTURES / name).read_bytes()) for name in names}


async def add_pictures(uow: UnitOfWork, media: Media, pictures: Mapping[str, Upload], now: datetime) -> None:
    """Add missing pictures to the company's library. Raises MediaFull, MediaUnavailable."""
    query = select(MediaItem.id).where(MediaItem.tenant_id == uow.tenant_id)
    existing, texts = set(await uow.session.scalars(query)), alt_texts(SAMPLE, read_languages(SAMPLE))
    for name, upload in pictures.items():
        if seeded_id(uow.tenant_id, name) not in existing:
            await add_file(uow, media, name, upload, texts[name], now)
    await uow.session.flush()


def sample_catalog(tenant_id: TenantId, languages: Sequence[str], factor: int) -> Json:
    """The catalogue in the company's languages. ``factor``: of amounts, which are about right in euros."""
    catalog = of_template(read_json(SAMPLE / "catalog.json"), tenant_id)
    translated = {each.language: each.catalog for each in read_languages(SAMPLE)}
    return {
        part: [
            _scaled(_in_languages(part, item, translated, languages) if part in KEYS else item, factor)
            for item in entries
        ]
        for part, entries in catalog.items()
    }


def _in_languages(
    part: str, item: Json, translated: Mapping[str, Mapping[str, Any]], languages: Sequence[str]
) -> Json:
    english, *_ = read_json(SAMPLE / "company.json")["settings"]["languages"]
    # Alt texts are stored with the pictures.
    texts = {
        language: {name: text for name, text in parts[part][item[KEYS[part]]].items() if name != "images"}
        for language, parts in translated.items()
    }
    texts[english] = {name: item[name] for written in texts.values() for name in written}
    first = languages[0] if languages[0] in texts else english
    others = {language: texts[language] for language in languages if language in texts and language != first}
    return {**item, **texts[first], "translations": others}


def _scaled(value: Any, factor: int) -> Any:
    if isinstance(value, list):
        return [_scaled(item, factor) for item in value]
    if isinstance(value, dict):
        return {
            name: str(Decimal(item) * factor) if name in AMOUNTS else _scaled(item, factor)
            for name, item in value.items()
        }
    return value
