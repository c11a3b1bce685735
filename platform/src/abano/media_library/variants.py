"""Files that were made of a photograph take the place of those before."""

from datetime import datetime

from abano.database.unit_of_work import UnitOfWork
from abano.kit.ids import new_id
from abano.media.service import Media
from abano.media_library.photographs import ENDINGS, Prepared
from abano.media_library.repository import MediaLibraryRepository
from abano.media_library.rules import stem_of
from abano.models.media_library import MediaItem, MediaVariant


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
