"""Page shells: the built frontend's index.html with a company's head; and plain pages where there is no site."""

import gzip
import hashlib
import re
from html import escape
from pathlib import Path

from jinja2 import TemplateError

from abano.site.first_screen import FirstScreens
from abano.site.head import render_body, render_head
from abano.site.preloads import FirstLoad, preload_links
from abano.site.service import Site
from abano.site.titles import NOT_FOUND

HEAD_MARK = "<!--abano:head-->"
BODY_MARK = "<!--abano:body-->"
ROOT_MARK = '<div id="root"></div>'
STYLESHEET = re.compile(r'[ \t]*(<link rel="stylesheet"[^>]*>)\n?')
SCRIPTS = re.compile(r'(<script type="module"[^>]*|<link rel="modulepreload"[^>]*)>')
LANGUAGE = re.compile(r"<html[^>]*>")
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

    def page(self, site: Site, path: str, *, is_known: bool, drawn: bool = False) -> tuple[str, bytes, bytes]:
        """ETag, HTML and the same gzipped, for a route; ``drawn``: with its first screen. Raises FrontendNotBuilt."""
        stamp, template, first_load, first_screens = self._template()
        key = f"{stamp}:{path if is_known else _MISSING}:{drawn}"
        known = site.rendered.get(key)
        if known is None:
            screen = first_screens.render(site, path) if drawn and is_known else ""
            text = fill(template, site, path if is_known else NOT_FOUND, first_load, is_known=is_known)
            if screen:
                # They draw the same once more: nobody waits for them, and the picture has the line first.
                text = SCRIPTS.sub(r'\1 fetchpriority="low">', text)
                text = text.replace(ROOT_MARK, f'<div id="root">{screen}</div>', 1)
            html = text.encode()
            # The same page of every copy of the platform has the same tag: no clock goes into it.
            etag = f'"{hashlib.sha256(html).hexdigest()[:20]}"'
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


def fill(template: str, site: Site, path: str, first_load: FirstLoad, *, is_known: bool) -> str:
    """The template with the company's language, preload links, head, and text for search engines."""
    html = LANGUAGE.sub(f'<html lang="{escape(site.language)}">', template, count=1)
    # Before the scripts: with the stylesheet alone the first screen can be painted.
    styles = STYLESHEET.findall(html)
    html = STYLESHEET.sub("", html)
    links = preload_links(site, path, first_load) if is_known else []
    head = "\n    ".join([*styles, *links, render_head(site, path, is_known=is_known)])
    html = html.replace(HEAD_MARK, head, 1)
    return html.replace(BODY_MARK, render_body(site, path, is_known=is_known), 1)
