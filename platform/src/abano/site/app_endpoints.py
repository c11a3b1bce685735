"""What makes the site installable on a phone: its manifest and icons, by company and language."""

import hashlib
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from abano.errors import NotFound
from abano.http.dependencies import CurrentTenant
from abano.languages.texts import LONGEST_LANGUAGE, Texts, texts_in
from abano.site.brand_images import MASKABLE, PNG, SIZES
from abano.site.dependencies import Icons, Sites
from abano.site.routes import BOOKING, MY_BOOKING
from abano.site.service import Site

router = APIRouter(tags=["site"])
READ = ["GET", "HEAD"]
ICONS = {*(str(size) for size in SIZES), f"{MASKABLE}-maskable"}
WEEK = "public, max-age=604800, stale-while-revalidate=604800"
WantedLanguage = Annotated[str | None, Query(max_length=LONGEST_LANGUAGE)]


@router.api_route("/manifest.webmanifest", methods=READ, include_in_schema=False)
async def manifest(tenant: CurrentTenant, sites: Sites, lang: WantedLanguage = None) -> Response:
    site = await sites.get(tenant, lang)
    body = manifest_of(site, texts_in(site.language))
    return Response(orjson.dumps(body), media_type="application/manifest+json")


@router.api_route("/app-icon/{name}.png", methods=READ, include_in_schema=False)
async def app_icon(
    request: Request,
    tenant: CurrentTenant,
    sites: Sites,
    icons: Icons,
    name: Annotated[str, Path(max_length=20)],
) -> Response:
    """The company's icon, as it was drawn when its brand changed."""
    if name not in ICONS:
        raise NotFound
    icon = await icons.get(tenant.id, f"icon-{name}")
    if icon is None:
        site = await sites.get(tenant)
        return RedirectResponse(site.config.brand.favicon.src, status_code=302)
    etag = f'"{hashlib.sha256(icon).hexdigest()[:20]}"'
    headers = {"ETag": etag, "Cache-Control": WEEK}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(icon, media_type=PNG, headers=headers)


def manifest_of(site: Site, texts: Texts) -> dict[str, object]:
    """Installed from a page of one language, the site opens in it. ``id`` tells it from the yard, which is apart."""
    config = site.config
    prefix, colors = config.tenant.path_prefix, config.brand.colors
    favicon = config.brand.favicon
    icons: list[dict[str, str]] = (
        [{"src": favicon.src, "sizes": "any", "type": "image/svg+xml"}] if favicon.is_drawing else []
    )
    icons += [
        {"src": f"/app-icon/{size}.png", "sizes": f"{size}x{size}", "type": PNG, "purpose": "any"}
        for size in (192, 512)
    ]
    icons.append(
        {"src": "/app-icon/512-maskable.png", "sizes": "512x512", "type": PNG, "purpose": "maskable"}
    )
    return {
        "id": f"{prefix}/",
        "lang": config.tenant.language,
        "name": config.tenant.name,
        "short_name": config.tenant.name,
        "description": config.landing.subheadline,
        "start_url": f"{prefix}/",
        "scope": "/",
        "display": "standalone",
        "background_color": colors.snow,
        "theme_color": colors.pine,
        "categories": ["travel"],
        "icons": icons,
        "shortcuts": [
            {"name": texts.gettext("Book a car"), "url": f"{prefix}{BOOKING}"},
            {"name": texts.gettext("My booking"), "url": f"{prefix}{MY_BOOKING}"},
        ],
    }
