"""Page shells: the built frontend's index.html with a company's head; and plain pages where there is no site."""

import gzip
import re
from html import escape
from pathlib import Path

from fastapi.responses import HTMLResponse
from jinja2 import TemplateError

from abano.core.errors import AbanoError
from abano.core.languages.texts import SOURCE, Language, product_languages, texts_in, translatable
from abano.core.templates import render_html
from abano.site.pages.head import FirstScreens, render_body, render_head
from abano.site.pages.preloads import SMALLEST, FirstLoad, preload_links
from abano.site.pages.service import Site
from abano.site.pages.titles import NOT_FOUND
from abano.tenancy.directory.brand import FIRST_LAYOUT
from abano.tenancy.directory.tenant import CompanyClosed, SiteNotOpen, TenantSuspended, UnknownTenant
from abano.web.requests import etag_of

HEAD_MARK = "<!--abano:head-->"
BODY_MARK = "<!--abano:body-->"
ROOT_MARK = '<div id="root"></div>'
STYLESHEET = re.compile(r'[ \t]*(<link rel="stylesheet"[^>]*>)\n?')
SCRIPTS = re.compile(r'(<script type="module"[^>]*|<link rel="modulepreload"[^>]*)>')
SCRIPT_KINDS = re.compile(r'(<script type="|<link rel=")module(?:preload)?"')
# Independent of the company's design.
_CONSOLE = "/admin"
LANGUAGE = re.compile(r"<html[^>]*>")
SIZES = re.compile(r' sizes="[^"]*"')
_MISSING = "(missing)"


class FrontendNotBuilt(Exception):
    """There is no index.html in the frontend folder."""


class PageShell:
    """Reads the template once, and again when a new build replaced it."""

    def __init__(self, frontend: Path) -> None:
        self._file = frontend / "index.html"
        self._first_load = frontend / "first-load.json"
        self._first_screens = frontend / "first-screens.json"
        self._read: tuple[int, str, FirstLoad, FirstScreens] | None = None

    def page(
        self,
        site: Site,
        path: str,
        *,
        is_known: bool,
        drawn: bool = False,
        waits: bool = False,
        saves: bool = False,
    ) -> tuple[str, bytes, bytes]:
        """ETag, HTML and gzipped HTML of a route. Raises FrontendNotBuilt.

        ``drawn``: includes its first screen. ``waits``: scripts load once that is painted. ``saves``: for visitors
        who request reduced data usage.
        """
        stamp, template, first_load, first_screens = self._template()
        key = f"{stamp}:{path if is_known else _MISSING}:{drawn}:{waits}:{saves}"
        known = site.rendered.get(key)
        if known is None:
            shown = path if is_known else NOT_FOUND
            screen = first_screens.render(site, path) if drawn and is_known else ""
            text = fill(template, site, shown, first_load, is_known=is_known, saves=saves)
            if screen:
                if saves:
                    screen = SIZES.sub(f' sizes="{SMALLEST}"', screen)
                # They render the first screen again: nothing waits for them, and the image is loaded first.
                text = (
                    start_after_paint(text, first_load)
                    if waits
                    else SCRIPTS.sub(r'\1 fetchpriority="low">', text)
                )
                text = text.replace(ROOT_MARK, f'<div id="root">{screen}</div>', 1)
            html = text.encode()
            # The same page of every copy of the platform has the same tag: no clock goes into it.
            etag = etag_of(html)
            known = site.rendered[key] = (etag, html, gzip.compress(html, compresslevel=6, mtime=0))
        return known

    def _template(self) -> tuple[int, str, FirstLoad, FirstScreens]:
        try:
            stamp = self._file.stat().st_mtime_ns
            if self._read is None or self._read[0] != stamp:
                template = self._file.read_text(encoding="utf-8")
                self._read = (stamp, template, self._read_first_load(), self._read_first_screens())
        except OSError:
            raise FrontendNotBuilt from None
        return self._read

    def _read_first_load(self) -> FirstLoad:
        """Only speed hangs on it: pages without their preload links work as well."""
        try:
            return FirstLoad.parse(self._first_load.read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError):
            return FirstLoad()

    def _read_first_screens(self) -> FirstScreens:
        """Only speed hangs on them, too."""
        try:
            return FirstScreens.parse(self._first_screens.read_text(encoding="utf-8"))
        except (OSError, ValueError, AttributeError, TemplateError):
            return FirstScreens()


def fill(
    template: str, site: Site, path: str, first_load: FirstLoad, *, is_known: bool, saves: bool = False
) -> str:
    """The template with the company's language, preload links, head, and text for search engines."""
    # If the server preloads the smallest pictures, the scripts must use the same.
    small = " data-saves" if saves else ""
    # The first layout is the default and needs no name.
    named = f' data-layout="{site.config.brand.layout}"' if site.config.brand.layout != FIRST_LAYOUT else ""
    layout = "" if path.startswith(_CONSOLE) else named
    html = LANGUAGE.sub(f'<html lang="{escape(site.language)}"{layout}{small}>', template, count=1)
    # Before the scripts: with the stylesheet alone the first screen can be painted.
    styles = STYLESHEET.findall(html)
    html = STYLESHEET.sub("", html)
    links = preload_links(site, path, first_load, saves=saves) if is_known else []
    head = "\n    ".join([*styles, *links, render_head(site, path, is_known=is_known)])
    html = html.replace(HEAD_MARK, head, 1)
    return html.replace(BODY_MARK, render_body(site, path, is_known=is_known), 1)


def start_after_paint(html: str, first_load: FirstLoad) -> str:
    """The page with its scripts named but not yet loaded. They render the first screen again."""
    if not first_load.after_paint:
        return html
    html = SCRIPT_KINDS.sub(r'\1after-paint"', html)
    return html.replace("</head>", f'<script async src="{first_load.after_paint}"></script>\n  </head>', 1)


# Error pages for hosts without a site: self-contained, without assets and scripts.
#
# The company and so its languages are unknown: the language is that of the URL's prefix, then the browser's,
# then English.

_UNKNOWN = (
    translatable("Site not found"),
    translatable("There is no site at this URL. Check the spelling and try again."),
)
_SUSPENDED = (
    translatable("We are taking a break"),
    translatable("This site is taking a break. Please come back later."),
)
_NOT_OPEN = (
    translatable("This site is coming soon"),
    translatable("We are still setting up. Please come back in a few days."),
)
_CLOSED = (
    translatable("This company has closed"),
    translatable("It takes no more bookings here. If you have one, contact the company directly."),
)
_AWAY = (
    translatable("We will be right back"),
    translatable("Our database is unavailable right now. Nothing was lost. Try again in a moment."),
)
_NOT_BUILT = (
    "Almost there",
    "The site's pages have not been built yet. Run make run, or make build.",
)
_MAX_FILTERS = 10


def no_site(error: AbanoError, path: str, accept_language: str) -> HTMLResponse:
    """The page for a host without a company, a company that is suspended, or while the database is away."""
    words_of = {
        UnknownTenant: _UNKNOWN,
        TenantSuspended: _SUSPENDED,
        SiteNotOpen: _NOT_OPEN,
        CompanyClosed: _CLOSED,
    }
    words = words_of.get(type(error), _AWAY)
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, SiteNotOpen | CompanyClosed):
        headers["X-Robots-Tag"] = "noindex"
    if error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    language = requested_language(path, accept_language)
    return HTMLResponse(_plain(words, language), status_code=error.status, headers=headers)


def not_built() -> HTMLResponse:
    """For the operator who installs the product."""
    headers = {"Retry-After": "30", "Cache-Control": "no-store"}
    return HTMLResponse(_plain(_NOT_BUILT, SOURCE), status_code=503, headers=headers)


def requested_language(path: str, accept_language: str) -> Language:
    """The product's language that the URL begins with, or the best of an Accept-Language header, else English."""
    known = {language.lower(): language for language in product_languages()}
    prefix = path.lstrip("/").partition("/")[0].lower()
    if prefix in known:
        return known[prefix]
    for name in _accepted_languages(accept_language):
        if name in known:
            return known[name]
    return SOURCE


def _accepted_languages(accept_language: str) -> list[str]:
    """Languages, the most preferred first; regions are ignored."""
    accepted = []
    for item in accept_language.lower().split(",")[:_MAX_FILTERS]:
        name, _, quality = item.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        if weight > 0:
            accepted.append((-weight, name.partition("-")[0]))
    return [name for _, name in sorted(accepted, key=lambda name: name[0])]


def _plain(words: tuple[str, str], language: Language) -> str:
    title, text = (texts_in(language).gettext(part) for part in words)
    return render_html("site/pages/templates/plain_page.html", language=language, title=title, text=text)
