"""Preload links for a route's scripts, fonts and first picture. Pure."""

from dataclasses import dataclass, field
from html import escape

import orjson

from abano.site.media_library.pictures import Picture
from abano.site.pages.routes import build_route, shown_page
from abano.site.pages.service import Site

# From this width on the pages show the wide picture.
_NARROW = "(max-width: 640px)"
_WIDE = "(min-width: 640.02px)"
# Sizes of the first picture on pages of cars and places. Same as in the frontend: another size would be
# fetched.
_ITEM_SIZES = {
    "car": "(min-width: 640px) 48rem, 100vw",
    "place": "(min-width: 1280px) 24rem, (min-width: 640px) 50vw, 100vw",
}
# So wide is the smallest picture that there is.
SMALLEST = "1px"


@dataclass(frozen=True, slots=True)
class FirstLoad:
    """The frontend build's manifest: scripts by route, texts by language and route, and fonts by language.

    ``faces``: fonts by language for each face other than plain text; for the display face by layout.
    ``after_paint``: the script that loads the others once the first screen is painted.
    """

    routes: dict[str, list[str]] = field(default_factory=dict)
    fonts: dict[str, list[str]] = field(default_factory=dict)
    catalogues: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    faces: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    after_paint: str = ""

    @classmethod
    def parse(cls, text: str) -> "FirstLoad":
        """From first-load.json. Raises ValueError, KeyError."""
        value = orjson.loads(text)
        return cls(
            routes=dict(value["routes"]),
            fonts=dict(value["fonts"]),
            catalogues=dict(value["catalogues"]),
            faces=dict(value.get("faces", {})),
            after_paint=value.get("afterPaint", ""),
        )

    def fonts_of(self, face: str, language: str) -> list[str]:
        return self.faces.get(face, self.fonts).get(language, [])


def preload_links(site: Site, path: str, first_load: FirstLoad, *, saves: bool = False) -> list[str]:
    """One link for each file, the picture first: it is what a visitor waits for. ``saves``: in its smallest size."""
    brand = site.config.brand
    face = brand.layout if brand.face == "display" else brand.face
    texts, route = first_load.catalogues.get(site.language, {}), build_route(path)
    return [
        *filter(None, _pictures(site, path, SMALLEST if saves else None)),
        *(
            f'<link rel="preload" as="font" type="font/woff2" href="{escape(font)}" crossorigin>'
            for font in first_load.fonts_of(face, site.language)
        ),
        *(
            f'<link rel="modulepreload" href="{escape(script)}" crossorigin>'
            for script in [*first_load.routes.get(route, []), *texts.get(route, [])]
        ),
    ]


def _pictures(site: Site, path: str, sizes: str | None) -> list[str]:
    brand = site.config.brand
    page = shown_page(path)
    picture = page.picture if page is not None else None
    guide, item = site.guide(path), site.items.get(path)
    if picture == "hero":
        narrow, wide = brand.hero_portrait, brand.hero
    elif picture == "quizHero":
        narrow, wide = brand.quiz_hero_portrait, brand.quiz_hero
    elif picture == "document" and guide is not None:
        wide = guide.hero.image
        narrow = guide.hero.image_portrait if guide.hero.image_portrait.src else wide
    elif item is not None:
        return [_picture(item.picture, sizes=sizes or _ITEM_SIZES[item.kind])]
    else:
        return []
    shown = sizes or "100vw"
    return [_picture(narrow, media=_NARROW, sizes=shown), _picture(wide, media=_WIDE, sizes=shown)]


def _picture(picture: Picture | None, *, media: str = "", sizes: str) -> str:
    """Of the kind and in the size that the page will ask for; browsers without AVIF fetch nothing ahead."""
    if picture is None or not picture.src:
        return ""
    sources = f'href="{escape(picture.src)}"'
    if picture.avif:
        sources = f'type="image/avif" imagesrcset="{escape(picture.avif)}" imagesizes="{sizes}"'
    if media:
        sources += f' media="{media}"'
    return f'<link rel="preload" as="image" {sources} fetchpriority="high">'
