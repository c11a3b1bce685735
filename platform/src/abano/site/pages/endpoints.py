"""The public site over HTTP: its configuration and texts as JSON, its small files, and the page shells."""

import hashlib
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import FileResponse, PlainTextResponse, RedirectResponse

from abano.catalog.published.dependencies import Catalogs
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import DatabaseUnavailable, NotFound
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH, Texts, texts_in
from abano.fleet.vehicles.documents import load_shown_vehicles
from abano.site.media_library.pictures import Picture, Pictures, referred
from abano.site.media_library.service import load_shown
from abano.site.pages.embed import embed_js
from abano.site.pages.files import accepts
from abano.site.pages.frame import Files, Icons, Shared, Shell, Sites
from abano.site.pages.head import brand_css, may_paint_first, may_show_first_screen
from abano.site.pages.pages import FrontendNotBuilt, no_site, not_built
from abano.site.pages.public_documents import DocumentResponse
from abano.site.pages.public_media import palette_of
from abano.site.pages.redirects import redirect_target, sitemap_xml
from abano.site.pages.routes import (
    BOOKING,
    CAR,
    CONSOLE,
    MY_BOOKING,
    is_embedded,
    is_page,
    is_personal,
    moved_url,
    parse_site_url,
)
from abano.site.pages.schemas import SiteResponse
from abano.site.pages.service import Site
from abano.site.pages.share_pictures import JPEG, MASKABLE, PNG, SIZES, share_version
from abano.tenancy.directory.tenant import CompanyClosed, SiteNotOpen, Tenant, TenantSuspended, UnknownTenant
from abano.web.dependencies import CurrentTenant, Db, get_clock, get_db, get_optional_admin, get_tenant
from abano.web.requests import etag_of, is_known

router = APIRouter(tags=["site"])
EMBED_CACHE = "public, max-age=300, must-revalidate"
FOREVER = "public, max-age=31536000, immutable"
READ = ["GET", "HEAD"]
# An unsupported language falls back to the company's first: an old link or a browser's preference is no error.
WantedVersion = Annotated[int | None, Query(ge=1, le=1_000_000)]
WantedLanguage = Annotated[str | None, Query(max_length=MAX_LANGUAGE_LENGTH)]


@router.get("/api/site", response_model=SiteResponse)
async def get_site(
    request: Request, tenant: CurrentTenant, sites: Sites, lang: WantedLanguage = None
) -> Response:
    """Everything a page needs to know about its company. The same JSON is inline in every page.

    ``lang``: one of the company's languages. Without it, or where the company does not speak it: its first.
    """
    site = await sites.get(tenant, lang)
    body = b'{"success":true,"site":' + site.config_json + b"}"
    return tagged(request, body, f'"{site.version}"', "application/json")


@router.get("/api/site/documents/{kind}")
async def get_site_document(
    kind: Annotated[str, Path(max_length=60)],
    tenant: CurrentTenant,
    sites: Sites,
    lang: WantedLanguage = None,
    version: WantedVersion = None,
) -> DocumentResponse:
    """A text of the company: terms-of-service, privacy-policy, or its own page. 404 where it has none.

    In the language ``lang`` where it is written in it, else in the company's first. ``version``: a legal text as it
    was in that published version.
    """
    site = await sites.get(tenant, lang)
    if version is None or version == site.texts.versions.get(kind):
        return site.answer(kind)
    return await sites.version(site, kind, version)


@router.api_route("/brand.css", methods=READ, include_in_schema=False)
async def brand_stylesheet(request: Request, tenant: CurrentTenant, sites: Sites) -> Response:
    """The company's colours, face and scheme. Addressed with its version, it never changes."""
    site = await sites.get(tenant)
    brand = site.config.brand
    body = brand_css(brand.colors, brand.face, brand.scheme).encode()
    cache = FOREVER if request.query_params.get("v") else "no-cache"
    return tagged(request, body, f'"{site.version}"', "text/css", cache=cache)


@router.api_route("/embed.js", methods=READ, include_in_schema=False)
async def embed_script(request: Request, tenant: CurrentTenant, sites: Sites) -> Response:
    """The script with which other websites embed pages: it knows the site's languages and what frames are called."""
    body = embed_js(await sites.get(tenant)).encode()
    return tagged(request, body, etag_of(body), "text/javascript", cache=EMBED_CACHE)


@router.api_route("/robots.txt", methods=READ, include_in_schema=False)
async def robots(tenant: CurrentTenant, sites: Sites) -> Response:
    origin = (await sites.get(tenant)).config.contacts.public_origin
    text = (
        f"User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: {CONSOLE}/\n\nSitemap: {origin}/sitemap.xml\n"
    )
    return PlainTextResponse(text, headers={"Cache-Control": "public, max-age=3600"})


@router.api_route("/sitemap.xml", methods=READ, include_in_schema=False)
async def sitemap(tenant: CurrentTenant, sites: Sites) -> Response:
    xml = sitemap_xml(await sites.get(tenant))
    return Response(xml, media_type="application/xml", headers={"Cache-Control": "public, max-age=3600"})


@router.api_route("/favicon.ico", methods=READ, include_in_schema=False)
async def favicon(tenant: CurrentTenant, sites: Sites) -> Response:
    return RedirectResponse((await sites.get(tenant)).config.brand.favicon.src, status_code=302)


@router.api_route("/assets/{name:path}", methods=READ, include_in_schema=False)
async def asset(request: Request, name: str, files: Files) -> Response:
    """A built file; its name carries a digest of what is in it, so it may be kept for ever."""
    asset = files.asset(f"assets/{name}", request.headers.get("accept-encoding", ""))
    if asset is None:
        raise NotFound
    # A file is no page: it needs no page's policy, whose length a small script would double.
    headers = {
        "Cache-Control": FOREVER,
        "Vary": "Accept-Encoding",
        "Content-Security-Policy": "default-src 'none'",
    }
    if asset.encoding:
        headers["Content-Encoding"] = asset.encoding
    return FileResponse(asset.path, media_type=asset.media_type, headers=headers)


@router.api_route("/drawings/{name:path}", methods=READ, include_in_schema=False)
async def drawing(request: Request, name: str, tenant: CurrentTenant, sites: Sites, files: Files) -> Response:
    """A drawing of the product, in the company's colours."""
    picture = files.picture(name, (await sites.get(tenant)).config.brand.colors)
    if picture is None:
        raise NotFound
    return tagged(
        request,
        picture.body,
        picture.etag,
        picture.media_type,
        zipped=picture.zipped,
        cache="public, max-age=86400, stale-while-revalidate=604800",
    )


@router.api_route("/share/{code}.jpg", methods=READ, include_in_schema=False)
async def share_picture(
    request: Request,
    code: str,
    tenant: CurrentTenant,
    sites: Sites,
    shared: Shared,
    lang: WantedLanguage = None,
) -> Response:
    """What messengers show of a link to a car. Addressed with its version, it never changes."""
    site = await sites.get(tenant, lang)
    item = site.items.get(CAR.path_of(code))
    if item is None:
        raise NotFound
    picture = await shared.of_car(site, item)
    if picture is None:
        return RedirectResponse(site.config.brand.share_image.src, status_code=302)
    version = share_version(site, item)
    cache = FOREVER if request.query_params.get("v") == version else "no-cache"
    return tagged(request, picture, f'"{version}"', JPEG, cache=cache)


@router.api_route("/{path:outside_api}", methods=READ, include_in_schema=False)
async def page(request: Request, sites: Sites, shell: Shell, files: Files) -> Response:
    """Every other address: a page, one that moved, a file beside the pages, or the page for unknown ones."""
    path = request.scope["path"]
    try:
        tenant = await get_tenant(request)
        url = parse_site_url(path, await sites.languages(tenant))
        drafts = await may_see_drafts(request, tenant)
        site = await (sites.preview if drafts else sites.get)(tenant, url.language)
    except (UnknownTenant, TenantSuspended, SiteNotOpen, CompanyClosed, DatabaseUnavailable) as error:
        return no_site(error, path, request.headers.get("accept-language", ""))
    query = request.scope.get("query_string", b"").decode("latin-1")
    is_known = is_page(url, site.there)
    moved = moved_url(url, query, site.there)
    if not is_known:
        # What the company says of an address comes before what is known of its old shop.
        moved = redirect_target(site.texts.redirects, url, query) or moved
    if moved is not None:
        return Response(status_code=301, headers={"Location": moved, "Cache-Control": "public, max-age=3600"})
    if not is_known:
        extra = files.asset(path.lstrip("/"), request.headers.get("accept-encoding", ""))
        if extra is not None and extra.path.suffix != ".html":
            headers = {"Cache-Control": "public, max-age=3600", "Vary": "Accept-Encoding"}
            if extra.encoding:
                headers["Content-Encoding"] = extra.encoding
            return FileResponse(extra.path, media_type=extra.media_type, headers=headers)
    try:
        shown = CONSOLE if url.route.startswith(CONSOLE) else url.route
        drawn = may_show_first_screen(shown, query)
        saves = request.headers.get("save-data", "").strip().lower() == "on"
        waits = may_paint_first(query)
        etag, html, zipped = shell.page(site, shown, is_known=is_known, drawn=drawn, waits=waits, saves=saves)
        is_framed = is_known and is_embedded(url.route)
        policy = sites.policy(site, is_embedded=is_framed)
        if is_framed:
            # Browsers keep the policy of a page that is answered as unchanged.
            etag = etag_of(f"{etag} {policy}".encode())
    except FrontendNotBuilt:
        return not_built()
    status = 200 if is_known else 404
    answer = tagged(request, html, etag, "text/html", zipped=zipped, status=status, cache="no-cache")
    answer.headers["Vary"] = "Accept-Encoding, Save-Data"
    answer.headers["Content-Security-Policy"] = policy
    if is_framed:
        answer.headers["X-Robots-Tag"] = "noindex"
    if is_known and is_personal(url.route):
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["Referrer-Policy"] = "no-referrer"
    if drafts:
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer


async def may_see_drafts(request: Request, tenant: Tenant) -> bool:
    """Whether colleagues who write the site's texts ask for a page as it would be: ``?preview=drafts``."""
    if request.query_params.get("preview") != "drafts":
        return False
    admin = await get_optional_admin(request, tenant, get_db(request), get_clock(request))
    return admin is not None and admin.may("website")


def tagged(
    request: Request,
    body: bytes,
    etag: str,
    media_type: str,
    *,
    zipped: bytes | None = None,
    status: int = 200,
    cache: str = "no-cache",
) -> Response:
    """An answer with an ETag: 304 when the browser has it already."""
    # Weak: one tag for the plain and the compressed form.
    headers = {"ETag": f"W/{etag}", "Cache-Control": cache, "Vary": "Accept-Encoding"}
    if status == 200 and is_known(request, etag):
        return Response(status_code=304, headers=headers)
    if zipped is not None and accepts(request.headers.get("accept-encoding", ""), "gzip"):
        return Response(zipped, status, headers | {"Content-Encoding": "gzip"}, media_type)
    return Response(body, status, headers, media_type)


# What makes the site installable on a phone: its manifest and icons, by company and language.

app_router = APIRouter(tags=["site"])

ICONS = {*(str(size) for size in SIZES), f"{MASKABLE}-maskable"}
WEEK = "public, max-age=604800, stale-while-revalidate=604800"


@app_router.api_route("/manifest.webmanifest", methods=READ, include_in_schema=False)
async def manifest(tenant: CurrentTenant, sites: Sites, lang: WantedLanguage = None) -> Response:
    site = await sites.get(tenant, lang)
    body = manifest_of(site, texts_in(site.language))
    return Response(orjson.dumps(body), media_type="application/manifest+json")


@app_router.api_route("/app-icon/{name}.png", methods=READ, include_in_schema=False)
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
    return tagged(request, icon, etag_of(icon), PNG, cache=WEEK)


def manifest_of(site: Site, texts: Texts) -> dict[str, object]:
    """Installed from a page of one language, the site opens in it. ``id`` distinguishes it from the yard's app."""
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


cars_router = APIRouter(prefix="/api/cars", tags=["site"])


class CarVehicle(ApiModel):
    """``mileage_km``: whole thousands, rounded down."""

    year: int | None
    mileage_km: int
    picture: Picture | None


class CarVehiclesResponse(SuccessResponse):
    vehicles: list[CarVehicle]


@cars_router.get("/{slug}/vehicles", response_model=CarVehiclesResponse)
async def list_car_vehicles(
    request: Request,
    slug: Annotated[str, Path(max_length=120)],
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    sites: Sites,
    lang: WantedLanguage = None,
) -> Response:
    """The vehicles in service of a car that the company shows, the newest first. 404 for a car without a page.

    ``lang``: of what the pictures are called.
    """
    site = await sites.get(tenant, lang)
    catalog = await catalogs.get(tenant.id)
    car = next((each for each in catalog.cars if each.slug == slug), None)
    if car is None or CAR.path_of(slug) not in site.items:
        raise NotFound
    async with db.uow(tenant.id) as uow:
        found = await load_shown_vehicles(uow, car.id)
        items = await load_shown(uow, {each for row in found for each in referred(row.picture)})
    order = [site.language, site.languages.first]
    pictures = Pictures(items, palette_of(site.config.brand.colors), order)
    answer = CarVehiclesResponse(
        vehicles=[
            CarVehicle(year=each.year, mileage_km=each.mileage_km, picture=_picture(pictures, each.picture))
            for each in found
        ]
    )
    body = answer.model_dump_json(by_alias=True).encode()
    return tagged(request, body, f'"{hashlib.sha256(body).hexdigest()[:16]}"', "application/json")


def _picture(pictures: Pictures, reference: object) -> Picture | None:
    """None for what is not there, or not yet."""
    body = pictures.resolved(reference) if reference else None
    return Picture.model_validate(body) if body and body.get("src") else None
