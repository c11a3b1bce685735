"""Gives a product that runs photographs in place of its drawings, as a company does that took some."""

import asyncio

import psycopg

from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.ops.seeds.loader import FOLDER
from abano.site.media_library.photographs import make_variants
from abano.site.media_library.pictures import PHOTOGRAPH, seeded_id
from abano.site.media_library.presentation import keep_variants
from abano.site.media_library.service import get_item, read_upload
from abano.storage.service import Media
from loadtests.bench.media import photograph_of
from loadtests.local_product import LocalProduct

COMPANY = "georgia"
SHOWN = ("scenes/*hero*.svg", "scenes/tbilisi*.svg", "cars/*/side.svg", "cars/*/front.svg")


def show_photographs(product: LocalProduct) -> None:
    """In place of the drawings of the first company's homes, guide and cars. Before its first visitor."""
    asyncio.run(_show(Settings(database_url=product.database_url, data_dir=product.data_dir)))


async def _show(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as conn:
        [(tenant_id,)] = conn.execute("select id from tenants where is_default").fetchall()
    db, media, now = Database(settings), Media(settings), SystemClock().now()
    folder = FOLDER / COMPANY / "media"
    await db.open()
    try:
        for file in sorted(path for pattern in SHOWN for path in folder.glob(pattern)):
            upload = await asyncio.to_thread(read_upload, photograph_of(file.read_bytes()))
            prepared = await asyncio.to_thread(make_variants, upload.content, None)
            async with db.uow(tenant_id) as uow:
                item = await get_item(uow, seeded_id(tenant_id, file.relative_to(folder).as_posix()))
                size = (upload.width, upload.height)
                original = await media.add_file(uow, new_id(), upload.content, upload.content_type, size, now)
                item.kind, item.original_id = PHOTOGRAPH, original.id
                item.original_width, item.original_height = size
                await keep_variants(uow, media, item, upload.digest, prepared, now)
    finally:
        await db.close()
