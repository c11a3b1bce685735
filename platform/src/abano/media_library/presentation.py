"""What the console is told of items. Pure."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from abano.media_library.pictures import FILMS, Film, Item, Kind, Picture, Pictures
from abano.media_library.references import KEY
from abano.media_library.rules import Place, missing_languages
from abano.media_library.schemas import MediaCrop, MediaItemView, MediaUse
from abano.models.media_library import MediaItem


def present_item(
    row: MediaItem,
    shown: Mapping[UUID, Item],
    languages: Sequence[str],
    taken: int,
    uses: Collection[tuple[Place, str]],
) -> MediaItemView:
    """``shown`` has the item and its poster; ``taken``: bytes."""
    # A drawing in the console has the colours of its file.
    pictures = Pictures(row.tenant_id, shown, "", languages)
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
