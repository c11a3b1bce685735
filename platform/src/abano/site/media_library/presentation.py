"""Media items as the console gets them. Pure."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from abano.core.errors import InvalidInput, Message
from abano.core.ids import new_id
from abano.core.public_ip import PublicFetchFailed, fetch_public
from abano.db.unit_of_work import UnitOfWork
from abano.site.media_library.models import MediaItem, MediaVariant
from abano.site.media_library.photographs import ENDINGS, Prepared
from abano.site.media_library.pictures import FILMS, KEY, Film, Item, Kind, Picture, Pictures
from abano.site.media_library.repository import MediaLibraryRepository
from abano.site.media_library.rules import Place, missing_languages, stem_of
from abano.site.media_library.schemas import MediaCrop, MediaItemView, MediaUse
from abano.storage.service import Media


def present_item(
    row: MediaItem,
    shown: Mapping[UUID, Item],
    languages: Sequence[str],
    taken: int,
    uses: Collection[tuple[Place, str]],
) -> MediaItemView:
    """``shown`` has the item and its poster; ``taken``: bytes."""
    # A drawing in the console has the colours of its file.
    pictures = Pictures(shown, "", languages)
    body: dict[str, Any] = pictures.resolved({KEY: str(row.id)})
    is_film = row.kind in FILMS
    return MediaItemView(
        id=row.id,
        kind=cast(Kind, row.kind),
        state=cast(Any, row.state),
        title=row.title,
        picture=Picture.model_validate(body),
        film=Film.model_validate(body["film"]) if body.get("film") else None,
        alt_texts=dict(row.alt_texts),
        missing_alts=[] if is_film else missing_languages(row.alt_texts, languages),
        focus_x=row.focus_x,
        focus_y=row.focus_y,
        crop=MediaCrop.model_validate(row.crop) if row.crop else None,
        poster_id=row.poster_id,
        bytes=taken,
        original_width=row.original_width,
        original_height=row.original_height,
        uses=[MediaUse(place=place, name=name) for place, name in uses],
        unused_since=None if uses else row.unused_since,
        created_at=row.created_at,
    )


# Fetches the file at a public URL.

SECONDS = 40
MAX_REDIRECTS = 3

MESSAGES = {
    "not_public": Message("url_not_public", "Enter a public URL, such as https://example.com/…"),
    "not_reached": Message("url_not_reached", "There is no image or video at this URL"),
    "too_much": Message("url_response_too_large", "The file at this URL is too large"),
}
Fetch = Callable[..., Awaitable[bytes]]


async def fetch_file(url: str, max_bytes: int, fetch: Fetch = fetch_public) -> bytes:
    """What is at the URL. Raises InvalidInput."""
    try:
        return await fetch(url, max_bytes=max_bytes, seconds=SECONDS, redirects=MAX_REDIRECTS)
    except PublicFetchFailed as failed:
        raise InvalidInput.of("url", MESSAGES[failed.reason]()) from None


# Files that were made of a photograph take the place of those before.


async def keep_variants(
    uow: UnitOfWork, media: Media, item: MediaItem, digest: str, prepared: Prepared, now: datetime
) -> None:
    """Store what was made of an item; its pages show it from now on."""
    repository = MediaLibraryRepository(uow)
    stem = stem_of(item.id, digest, item.crop)
    if stem != item.stem:
        await repository.replace_variants(item.id, now)
        await repository.forget_variants(stem)
        for variant in prepared.variants:
            size = (variant.width, None)
            file = await media.add_file(uow, new_id(), variant.content, variant.content_type, size, now)
            part = "" if variant.width is None else f"-{variant.width}"
            name = f"{stem}{part}.{ENDINGS[variant.content_type]}"
            await repository.add(
                MediaVariant(tenant_id=uow.tenant_id, name=name, item_id=item.id, file_id=file.id)
            )
    item.stem, item.widths, item.state, item.prepare_at = stem, prepared.widths, "ready", None
    item.width, item.height = prepared.width, prepared.height
    await repository.flush()
