"""The head of a page as the server sends it: what search engines and link previews read. Pure."""

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import quote

import orjson
from jinja2 import Environment, StrictUndefined, Template, TemplateError

from abano.core.colors import Color
from abano.site.media_library.pictures import Picture
from abano.site.pages.routes import HOME, build_route, is_embedded, page_at, shown_page
from abano.site.pages.schemas import Brand, Colors
from abano.site.pages.service import Site
from abano.site.pages.share_pictures import HEIGHT, WIDTH, share_image_url
from abano.site.pages.structured_data import guide_data, item_data, landing_data
from abano.site.pages.titles import NOT_FOUND, page_sections, whole_title
from abano.tenancy.directory.brand import (
    FIRST,
    FIRST_SCHEME,
    Face,
    Scheme,
    color_or_default,
    css_of,
    dark_css_of,
    dark_theme,
    face_css,
    light_theme,
)

SIZES = {"width": WIDTH, "height": HEIGHT}
# Off screen and not hidden, so that it is read by machines without being announced twice to people.
_SEARCH_TEXT_CSS = (
    ".search-text{position:absolute;left:-10000px;top:auto;width:1px;height:1px;overflow:hidden}"
)


def brand_css(colors: Colors, face: Face = FIRST, scheme: Scheme = FIRST_SCHEME) -> str:
    """The company's font face, and its light and dark colours as CSS variables, with all derived ones.

    Invalid colours are replaced by the stylesheet's defaults. The selector is more specific than the
    stylesheet's ``:root``, so the order of the two does not matter. Printing always uses light colours. A
    ``data-theme`` of the console or a preview overrides the visitor's preference.
    """
    light, dark = _themes(**{name: str(value) for name, value in colors.model_dump().items()})
    follows = f"@media (prefers-color-scheme:dark){{html:root:not([data-theme]){{{dark}}}}}"
    return (
        f"html:root{{{light}}}"
        f'@media screen{{html:root[data-theme="dark"]{{{dark}}}{follows if scheme == "auto" else ""}}}'
        f"html:root{{{face_css(face)}}}{_SEARCH_TEXT_CSS}"
    )


@lru_cache(maxsize=256)
def _themes(**colors: str) -> tuple[str, str]:
    """Some milliseconds of work for each brand: anyone may ask for it as often as they like."""
    brand = _brand_of(colors)
    return css_of(light_theme(brand)), dark_css_of(brand)


def _brand_of(colors: Mapping[str, str]) -> dict[str, Color]:
    return {name: color_or_default(name, value) for name, value in colors.items()}


def _theme_colors(brand: Brand) -> list[str]:
    """The colour of the browser's own bars, which in the dark are as the page."""
    light = _meta("name", "theme-color", brand.colors.pine)
    if brand.scheme == "light":
        return [light]
    dark = dark_theme(_brand_of(brand.colors.model_dump()))["snow"].hex
    return [f'<meta name="theme-color" content="{dark}" media="(prefers-color-scheme:dark)">', light]


def render_head(site: Site, path: str, *, is_known: bool = True) -> str:
    """All head elements of the route ``path``; ``is_known`` is False on the page for unknown URLs."""
    config, origin = site.config, site.config.contacts.public_origin
    guide = site.guide(path)
    page = site.pages[_named_by(path, is_known=is_known)]
    url = origin + site.canonical(path)
    item = site.items.get(path) if is_known else None
    is_car = item is not None and item.kind == "car"
    image = origin + (share_image_url(site, item) if item and is_car else config.brand.share_image.src)
    listed = is_known and _is_indexed(path)
    brand = config.brand
    parts = [
        f"<title>{escape(whole_title(page, site.seo))}</title>",
        _meta("name", "description", page.description),
        _meta("name", "keywords", page.keywords) if page.keywords else "",
        _meta("name", "robots", "index, follow, max-image-preview:large" if listed else "noindex, follow"),
        _meta("name", "author", site.seo.site_name),
        # The first matching condition applies.
        *_theme_colors(brand),
        _icon(config.brand.favicon),
        '<link rel="apple-touch-icon" href="/app-icon/180.png">',
        f'<link rel="manifest" href="{escape(manifest_url(site))}">',
        f"<style>{brand_css(brand.colors, brand.face, brand.scheme)}</style>",
        *(_canonical_links(site, path, url) if is_known and not is_embedded(path) else ()),
        _meta("property", "og:type", "article" if guide else "website"),
        _meta("property", "og:site_name", site.seo.site_name),
        _meta("property", "og:title", page.title),
        _meta("property", "og:description", page.description),
        _meta("property", "og:url", url) if is_known else "",
        _meta("property", "og:image", image),
        *(_meta("property", f"og:image:{name}", str(size)) for name, size in SIZES.items() if is_car),
        _meta("property", "og:locale", _open_graph_locale(config.tenant.locale)),
        *(_other_locales(site, path) if listed else ()),
        _meta("name", "twitter:card", "summary_large_image"),
        _meta("name", "twitter:title", page.title),
        _meta("name", "twitter:description", page.description),
        _meta("name", "twitter:image", image),
    ]
    data: list[dict[str, Any]] = []
    if is_known and path == HOME:
        data = landing_data(site)
    elif guide is not None:
        data = guide_data(site, guide, path)
    elif item is not None:
        data = item_data(site, item)
    parts.extend(
        f'<script type="application/ld+json">{script_json(orjson.dumps(item))}</script>' for item in data
    )
    parts.append(f'<script type="application/json" id="site-config">{script_json(site.config_json)}</script>')
    page_here = page_at(path) if is_known else None
    if page_here is not None and page_here.document in site.kinds:
        # The page's own text is included, so that it needs no request.
        body = script_json(site.answer(page_here.document).model_dump_json(by_alias=True).encode())
        parts.append(f'<script type="application/json" id="site-document">{body}</script>')
    return "\n    ".join(part for part in parts if part)


def render_body(site: Site, path: str, *, is_known: bool = True) -> str:
    """Title and sentences for search engines, off screen and silent for people who listen to the page."""
    if is_known and is_embedded(path):
        return ""
    guide = site.guide(path) if is_known else None
    page = site.pages[_named_by(path, is_known=is_known)]
    sections: Iterable[tuple[str, list[str]]] = ()
    if guide is not None:
        heading, sentences = guide.hero.title, [guide.hero.text, *guide.hidden_text]
        sections = page_sections(guide, {place.code: place.name for place in site.config.locations})
    elif is_known and path == HOME:
        landing = site.config.landing
        heading, sentences = landing.headline, [landing.subheadline, *landing.hidden_text]
    else:
        heading, sentences = page.title, [page.description]
    text = _paragraphs(sentences)
    for title, stated in sections:
        text += (f"<h3>{escape(title)}</h3>" if title else "") + _paragraphs(stated)
    return f'<div class="search-text" aria-hidden="true"><h2>{escape(heading)}</h2>{text}</div>'


def _named_by(path: str, *, is_known: bool) -> str:
    """The route whose title and description a page has."""
    if not is_known:
        return NOT_FOUND
    return HOME if is_embedded(path) else path


def _paragraphs(sentences: Iterable[str]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)


def script_json(value: bytes) -> str:
    """JSON that may be inside a script element: nothing in it can end the element."""
    text = value.decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def manifest_url(site: Site) -> str:
    """Each language's manifest leads to its own first page."""
    is_first = site.language == site.languages.first
    return "/manifest.webmanifest" if is_first else f"/manifest.webmanifest?lang={quote(site.language)}"


def _canonical_links(site: Site, path: str, url: str) -> list[str]:
    """The canonical URL, and one alternate per language of the page's text."""
    links = [f'<link rel="canonical" href="{escape(url)}">']
    if _is_indexed(path):
        origin = site.config.contacts.public_origin
        links += [
            f'<link rel="alternate" hreflang="{escape(language)}" href="{escape(origin + alternate)}">'
            for language, alternate in site.languages.alternates(path)
        ]
    return links


def _other_locales(site: Site, path: str) -> list[str]:
    return [
        _meta("property", "og:locale:alternate", _open_graph_locale(site.languages.locale(language)))
        for language in site.languages.of_page(path)
        if language != site.language
    ]


def _open_graph_locale(locale: str) -> str:
    return locale.replace("-", "_")


def _icon(favicon: Picture) -> str:
    kind = 'type="image/svg+xml" ' if favicon.is_drawing else ""
    return f'<link rel="icon" {kind}href="{escape(favicon.src)}">'


def _is_indexed(path: str) -> bool:
    page = page_at(path)
    return page is not None and page.indexed


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


# First screens: what a page shows before its scripts are loaded, with the same components and layout.
#
# The frontend's build renders the components into templates with placeholders for the company's texts
# (``frontend/src/app/first-screens``). They are filled in here from the site configuration. A company's text
# is never part of a template: it is a value, and every value is escaped. The build only allows text and
# quoted attributes.

log = logging.getLogger(__name__)

# Visitors from an advertisement may be redirected to the quiz, so they get no other first screen.
_BY_ADVERTISEMENT = re.compile(r"clid|braid|utm_", re.IGNORECASE)
# What brought a visitor is noted by scripts. They run before the page counts as loaded: no one is too quick for them.
_BROUGHT = re.compile(r"clid|braid|utm_|\b(?:ref|sessionId)=", re.IGNORECASE)
_ENVIRONMENT = Environment(autoescape=True, undefined=StrictUndefined)


def may_show_first_screen(path: str, query: str) -> bool:
    """Whether a visitor of ``path`` with this query string is not redirected."""
    return path != HOME or not _BY_ADVERTISEMENT.search(query)


def may_paint_first(query: str) -> bool:
    """Whether the scripts of a page with this query string may wait for its first screen."""
    return not _BROUGHT.search(query)


@dataclass(frozen=True, slots=True)
class FirstScreens:
    """The templates of one build, by language and path."""

    templates: Mapping[tuple[str, str], Template] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> "FirstScreens":
        """From first-screens.json. Raises ValueError, TemplateError, or AttributeError for another shape."""
        return cls(
            {
                (language, path): _ENVIRONMENT.from_string(source)
                for language, screens in orjson.loads(text).items()
                for path, source in screens.items()
            }
        )

    def render(self, site: Site, path: str) -> str:
        """HTML for the page's root element. Empty for pages without a first screen."""
        name, about = _about(site, path)
        template = self.templates.get((site.language, name))
        if template is None:
            return ""
        try:
            # What the components read in the browser.
            return template.render(orjson.loads(site.config_json) | about)
        except TemplateError as error:
            # A build of another version: the page draws itself a moment later.
            log.warning("the first screen of %s cannot be filled in: %s", path, error.message)
            return ""


def _about(site: Site, path: str) -> tuple[str, dict[str, Any]]:
    """The name of the route's template, and its data beside the company's: a car, a place or a guide."""
    page, item, guide = shown_page(path), site.items.get(path), site.guide(path)
    if page and item:
        return page.path, {"item": item.screen}
    if guide:
        return build_route(path), {"page": guide.hero.model_dump(by_alias=True)}
    return path, {}
