"""HTTP endpoint of a site's photos and films."""

import asyncio
import re
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from abano.core.errors import NotFound
from abano.db.unit_of_work import TenantId
from abano.site.media_library.rules import PublicFile
from abano.site.pages.endpoints import FOREVER, READ, tagged
from abano.site.pages.frame import Media, Sites
from abano.site.pages.public_media import palette_of
from abano.storage.store import MediaStore
from abano.web.dependencies import CurrentTenant
from abano.web.requests import is_known

# Nothing in a drawing may run or be fetched, wherever it is opened.
LOCKED = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
SVG = "image/svg+xml"
CHUNK = 512 * 1024
RANGE = re.compile(r"bytes=(\d{0,12})-(\d{0,12})")
# Before ``router``, whose pages match any path.
router = APIRouter(tags=["site"])


@router.api_route("/media/{name}", methods=READ, include_in_schema=False)
async def media_file(
    request: Request, name: str, tenant: CurrentTenant, sites: Sites, media: Media
) -> Response:
    """A file of the company's library. A drawing has the company's colours; its address names them as ``v``."""
    colors = (await sites.get(tenant)).config.brand.colors
    found = await media.find(tenant.id, name, colors)
    if found is None:
        raise NotFound
    if isinstance(found, PublicFile):
        return _film(request, media.store, tenant.id, found)
    is_drawing = found.media_type == SVG
    is_current = not is_drawing or request.query_params.get("v") == palette_of(colors)
    answer = tagged(
        request,
        found.body,
        found.etag,
        found.media_type,
        zipped=found.zipped,
        cache=FOREVER if is_current else "public, max-age=300",
    )
    if is_drawing:
        answer.headers["Content-Security-Policy"] = LOCKED
    return answer


def _film(request: Request, store: MediaStore, tenant: TenantId, file: PublicFile) -> Response:
    """A film, or the part of it that a player asks for."""
    headers = {"Accept-Ranges": "bytes", "Cache-Control": FOREVER, "ETag": f'"{file.digest[:20]}"'}
    if is_known(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    start, end, status = 0, file.bytes - 1, 200
    wanted = RANGE.fullmatch(request.headers.get("range", ""))
    if wanted and any(wanted.groups()):
        first, last = wanted.groups()
        start = int(first) if first else max(0, file.bytes - int(last))
        end = min(int(last), file.bytes - 1) if first and last else file.bytes - 1
        if start > end:
            return Response(status_code=416, headers=headers | {"Content-Range": f"bytes */{file.bytes}"})
        status = 206
        headers["Content-Range"] = f"bytes {start}-{end}/{file.bytes}"
    headers["Content-Length"] = str(end - start + 1)
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers, media_type=file.content_type)
    body = _parts(store, tenant, file.digest, start, end)
    return StreamingResponse(body, status, headers, file.content_type)


async def _parts(
    store: MediaStore, tenant: TenantId, digest: str, start: int, end: int
) -> AsyncIterator[bytes]:
    while start <= end:
        part = await asyncio.to_thread(store.read, tenant, digest, start, min(CHUNK, end - start + 1))
        if not part:
            return
        yield part
        start += len(part)
