"""Redirects from a company's previous site. Pure."""

from collections.abc import Mapping
from urllib.parse import quote, unquote, urlsplit
from xml.sax.saxutils import escape, quoteattr

from abano.core.urls import KEPT, ascii_url
from abano.site.pages.routes import PAGES, SiteUrl, canonical_path, own_pages
from abano.site.pages.service import Site

MAX_STEPS = 10


def old_path(path: str) -> str:
    """The stored form of an old path: lowercase, without trailing slashes."""
    return canonical_path(unquote(path)).lower()


def redirect_target(redirects: Mapping[str, str], url: SiteUrl, query: str) -> str | None:
    """The redirect target in the visitor's language, with the query. None without a redirect."""
    target = redirects.get(old_path(url.path)) or redirects.get(old_path(url.whole))
    if target is None:
        return None
    if not is_own(target):
        try:
            return ascii_url(target)
        except ValueError:
            return None
    path, _, own_query = target.partition("?")
    queries = "&".join(filter(None, (own_query, query)))
    route = quote(url.prefix + path)
    return f"{route}?{quote(queries, safe=KEPT)}" if queries else route


def is_own(target: str) -> bool:
    """Whether it is a path of this site."""
    return target.startswith("/")


def leads_back(redirects: Mapping[str, str], path: str, target: str) -> bool:
    """Whether redirecting ``path`` to ``target`` creates a loop or too long a chain."""
    known = {**redirects, path: target}
    seen = {path}
    for _ in range(MAX_STEPS):
        if not is_own(target):
            return False
        step = old_path(urlsplit(target).path)
        if step in seen:
            return True
        if step not in known:
            return False
        seen.add(step)
        target = known[step]
    return True


# The company's sitemap: each page in each of its languages, with alternates. Pure.

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
)


def sitemap_xml(site: Site) -> str:
    """Of whatever language ``site`` is: there is one sitemap a company."""
    origin = site.config.contacts.public_origin
    entries = []
    added = own_pages({kind for kind, _ in site.languages.written})
    pages = [page for page in (*PAGES.values(), *added) if not page.lists or page.path in site.there]
    fixed = [page.path for page in pages if page.indexed]
    for path in (*fixed, *site.items):
        alternates = [(language, origin + url) for language, url in site.languages.alternates(path)]
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang={quoteattr(language)} href={quoteattr(url)}/>'
            for language, url in alternates
        )
        own = dict(alternates)
        entries += [
            f"<url><loc>{escape(own[language])}</loc>{links}</url>"
            for language in site.languages.of_page(path)
        ]
    return f"{_HEAD}{''.join(entries)}</urlset>"
