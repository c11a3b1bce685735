"""A person's copy with their photographs and documents, as a ZIP file."""

from io import BytesIO
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

import orjson

from abano.database.unit_of_work import UnitOfWork
from abano.media.pictures import JPEG
from abano.media.service import ContentLost, Media

# The kind of ``media.personal_data``.
FILES = "photographsAndDocuments"
# The ZIP is built in memory.
MOST_BYTES = 64 * 1024 * 1024


async def zipped(uow: UnitOfWork, media: Media, data: dict[str, Any]) -> bytes:
    """Photographs and documents, newest first up to ``MOST_BYTES``, and ``customer.json``.

    The JSON names the ``file`` of each; None for one beyond that, or one that the store has lost.
    """
    output, left = BytesIO(), MOST_BYTES
    with ZipFile(output, "w") as archive:
        for row in reversed(data.get(FILES, [])):
            row["file"] = None
            if row["bytes"] > left:
                continue
            try:
                content = await media.read(uow, UUID(row["id"]))
            except ContentLost:
                continue
            left -= len(content.content)
            ending = "jpg" if content.content_type == JPEG else "pdf"
            row["file"] = f"files/{row['id']}.{ending}"
            archive.writestr(row["file"], content.content)
        copy = orjson.dumps(data, option=orjson.OPT_INDENT_2)
        archive.writestr("customer.json", copy, ZIP_DEFLATED)
    return output.getvalue()
