"""The site's URLs, their languages, and redirects of old URLs. Pure.

``routes.json`` is the single table of pages; the frontend's router and its build read it too. Fields of a
page:

* ``path``: its route; ``:name`` matches one segment;
* ``indexed``: search engines should list it; all other pages have noindex;
* ``document``: the kind of its text; companies without this text do not have the page. ``:slug`` in it is
  the slug in the URL: pages added by a company, such as /guides/kazbegi, have their own documents;
* ``of``: one page per car or place of the company; the URL ends with its code;
* ``lists``: it lists the company's guides or reviews; companies without any do not have the page;
* ``picture``: the picture of its first screen: the hero of the brand or of the quiz, or that of its document;
* ``personal``: it shows personal data, so it is not cached and its URL is not sent to other sites;
* ``shows``: the page it is a second URL of;
* ``title``: the browser tab's title of a console page; site pages use the company's own titles.

``embed`` contains pages that other websites show in frames. They have no titles of their own and are not indexed.

``legacy`` contains old URLs of the home page, for companies whose data have ``OLD_SITE``: names and patterns
of the whole path, without leading and trailing slashes, case-insensitive. The first pattern matches the old
shop's permanent links: one segment that is a hexadecimal digest, with at least one digit in it.

URLs of a company's first language have no prefix, those of other languages do: /ka/, /ka/booking. Only the
site and the affiliates' pages have prefixes; the console has none. A page exists in a language if its text is
translated: its document, or otherwise the home page. In the company's other languages it is shown with the
first language's text, names that page as canonical, and is not part of the sitemap and alternates.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Literal
from urllib.parse import quote

import orjson
from starlette.convertors import Convertor, register_url_convertor

from abano.core.languages.texts import default_locale
from abano.web.middleware.readable_url import MAX_SEGMENT_LENGTH


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the public site or of the affiliates. See the head of this module."""

    path: str
    indexed: bool = False
    document: str | None = None
    picture: Literal["hero", "quizHero", "document"] | None = None
    shows: str | None = None
    personal: bool = False
    of: Literal["cars", "places"] | None = None
    lists: Literal["guides", "reviews"] | None = None

    def path_of(self, code: str) -> str:
        """The route of one of the company's cars or places."""
        return f"{self.path.rpartition('/')[0]}/{code}"


_TABLE = orjson.loads((files("abano.site.pages") / "routes.json").read_bytes())
_NAMED = {name: Page(**entry) for name, entry in (_TABLE["site"] | _TABLE["partners"]).items()}
OWN_PAGE = _NAMED.pop("ownPage")
HOME = _NAMED["home"].path
BOOKING = _NAMED["booking"].path
MY_BOOKING = _NAMED["myBooking"].path
CONSOLE: str = _TABLE["console"]["home"]["path"]
EMBED_SEARCH, EMBED_CARS, EMBED_CAR = (
    str(_TABLE["embed"][name]["path"]) for name in ("search", "cars", "car")
)
CAR, PLACE = _NAMED["car"], _NAMED["place"]
CARS, PLACES, GUIDES, HELP, REVIEWS = (
    _NAMED[name].path for name in ("cars", "places", "guides", "help", "reviews")
)
# Pages with a URL that every company has. ``page_at`` also finds a company's own pages.
PAGES = {page.path: page for page in _NAMED.values() if page.of is None}
# By what their URLs begin with: those of single cars and places, which are in ``items.py``.
_ITEM_PAGES = {page.path.rpartition("/")[0]: page for page in _NAMED.values() if page.of is not None}
# One of the document kinds of a company with redirects from its previous site.
OLD_SITE: str = _TABLE["site"]["oldLanding"]["document"]
OLD_LANDING = _NAMED["oldLanding"].path
LEGACY = frozenset(_TABLE["legacy"]["paths"])
_LEGACY_PATTERNS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _TABLE["legacy"]["patterns"])


_SLUG = ":slug"
_OWN_SLUG = r"(?P<slug>[a-z0-9][a-z0-9-]{0,49})"
_OWN_PATH = re.compile(re.escape(OWN_PAGE.path).replace(_SLUG, _OWN_SLUG))
_OWN_KIND = re.compile(re.escape(OWN_PAGE.document or "").replace(_SLUG, _OWN_SLUG))
_FIRST_SEGMENT = re.compile(r"/(?P<head>[^/?]*)(?P<rest>(?s:.*))")
_CLICK_IN_PATH = re.compile(r"(?P<route>/[^?]*)\?(?P<query>(?:gclid|gbraid|wbraid)=.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SiteUrl:
    """The parsed path of a request.

    ``path``: without the prefix of ``language``. ``prefix``: the prefix for links of its pages; none
    in the company's first language.
    """

    whole: str
    language: str
    prefix: str
    path: str
    is_prefixed: bool = False

    @property
    def route(self) -> str:
        return canonical_path(self.path)


def is_legacy(path: str) -> bool:
    """Whether ``path`` (as in the URL, decoded) is one that moved to the home page."""
    name = path.strip("/").lower()
    return name in LEGACY or any(pattern.fullmatch(name) for pattern in _LEGACY_PATTERNS)


def canonical_path(path: str) -> str:
    """The route of a URL: without slashes at its end."""
    return path.rstrip("/") or "/"


def prefix_of(language: str, languages: Sequence[str]) -> str:
    """What URLs of a language begin with: nothing in the first of ``languages``."""
    return "" if language == languages[0] else f"/{language.lower()}"


def parse_site_url(path: str, languages: Sequence[str]) -> SiteUrl:
    """Parse a URL of a company with these ``languages``. Without a prefix, it is in the first of them."""
    parts = _FIRST_SEGMENT.fullmatch(path)
    for language in languages:
        if parts and parts["head"].lower() == language.lower():
            rest = parts["rest"] if parts["rest"].startswith("/") else f"/{parts['rest']}"
            return SiteUrl(path, language, prefix_of(language, languages), rest, is_prefixed=True)
    return SiteUrl(path, languages[0], "", path)


def repaired_url(path: str) -> tuple[str, str] | None:
    """Route and query of a URL whose question mark before a click id was encoded, as in /%3Fgclid%3Dabc.

    ``path`` is decoded. The frontend's rules repair the same in the query.
    """
    parts = _CLICK_IN_PATH.fullmatch(path)
    return (canonical_path(parts["route"]), parts["query"]) if parts else None


def is_embedded(path: str) -> bool:
    """Whether the route ``path`` is of pages that other websites may show in a frame."""
    return path == EMBED_SEARCH or f"{path}/".startswith(f"{EMBED_CARS}/")


def page_at(path: str) -> Page | None:
    """The page at the route ``path``; whether the company has its text is another question."""
    own = _OWN_PATH.fullmatch(path)
    if own:
        return own_page(own["slug"])
    start, _, code = path.rpartition("/")
    if code and start in _ITEM_PAGES:
        return _ITEM_PAGES[start]
    return PAGES.get(path)


def own_page(slug: str) -> Page:
    """A page that a company added."""
    document = (OWN_PAGE.document or "").replace(_SLUG, slug)
    return replace(OWN_PAGE, path=OWN_PAGE.path.replace(_SLUG, slug), document=document)


def build_route(path: str) -> str:
    """The key of the route ``path`` in the frontend's build. Pages added by companies share one key."""
    if _OWN_PATH.fullmatch(path):
        return OWN_PAGE.path
    if is_embedded(path):
        return path if path in {EMBED_SEARCH, EMBED_CARS} else EMBED_CAR
    page = page_at(path)
    return page.path if page is not None and page.of else path


def own_pages(kinds: Iterable[str]) -> list[Page]:
    """The pages that a company with these kinds of documents added, by their URLs."""
    found = [_OWN_KIND.fullmatch(kind) for kind in kinds]
    return [own_page(slug) for slug in sorted(kind["slug"] for kind in found if kind)]


def shown_page(path: str) -> Page | None:
    """The page shown at the route ``path``; for an alias, the page that it shows."""
    page = page_at(path)
    return _NAMED[page.shows] if page is not None and page.shows else page


def is_personal(path: str) -> bool:
    """Whether the page at the route ``path`` shows someone's own data."""
    page = PAGES.get(path)
    return page is not None and page.personal


def page_exists(path: str, there: frozenset[str]) -> bool:
    """Whether a company has a page at the route ``path``.

    ``there``: what it has, kinds of documents, and routes of single cars and places and of lists with entries.
    """
    if path in there:
        return True
    if is_embedded(path):
        return path in {EMBED_SEARCH, EMBED_CARS} or CAR.path_of(path.removeprefix(f"{EMBED_CARS}/")) in there
    if path.startswith(f"{CONSOLE}/"):
        return all(len(segment) <= MAX_SEGMENT_LENGTH for segment in path.split("/"))
    page = page_at(path)
    if page is None:
        return path == CONSOLE
    if page.of or page.lists:
        return False
    return page.document is None or page.document in there


def is_page(url: SiteUrl, there: frozenset[str]) -> bool:
    """Whether a URL has a page, possibly under another spelling. The console has no language prefix."""
    return _exists_at(url.route, url, there)


def moved_url(url: SiteUrl, query: str, there: frozenset[str]) -> str | None:
    """The redirect target of a misspelled or legacy URL, with its query. None for other URLs.

    The prefix of the first language is removed. Only known routes are returned, so a URL cannot redirect to
    another host.
    """
    if is_page(url, there):
        own = url.prefix + url.route
        return None if own == url.whole else _address(own, query)
    repaired = repaired_url(url.path)
    if repaired is not None and _exists_at(repaired[0], url, there):
        return _address(url.prefix + repaired[0], quote(repaired[1], safe="=&%+"), query)
    is_old = OLD_SITE in there and is_legacy(url.path)
    return _address(url.prefix + HOME, query) if is_old else None


def _exists_at(route: str, url: SiteUrl, there: frozenset[str]) -> bool:
    is_console = route == CONSOLE or route.startswith(f"{CONSOLE}/")
    return page_exists(route, there) and not (url.is_prefixed and is_console)


def _address(route: str, *queries: str) -> str:
    query = "&".join(filter(None, queries))
    return quote(route) + (f"?{query}" if query else "")


class OutsideApi(Convertor[str]):
    """Any path but those of the API: there, no one answering means 404 or 405, whatever the method."""

    regex = r"(?!api(?:/|$))(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("outside_api", OutsideApi())


# The document of pages without their own.
LANDING = "landing"
X_DEFAULT = "x-default"


@dataclass(frozen=True, slots=True)
class SiteLanguages:
    """``offered``: the company's languages, its first one first. ``written``: languages by kind of text.

    ``locales``: the company's preferred formats by language, if set.
    """

    offered: tuple[str, ...]
    written: frozenset[tuple[str, str]]
    locales: Mapping[str, str]

    @property
    def first(self) -> str:
        return self.offered[0]

    def prefix(self, language: str) -> str:
        """The URL prefix of a language: empty, or such as /ka."""
        return prefix_of(language, self.offered)

    def locale(self, language: str) -> str:
        """In BCP 47, such as ka-GE."""
        return self.locales.get(language) or default_locale(language)

    def of_page(self, path: str) -> list[str]:
        """The languages in which the page at the route ``path`` exists, the company's first one first."""
        page = shown_page(path)
        kind = (page.document if page is not None else None) or LANDING
        return [language for language in self.offered if (kind, language) in self.written]

    def shown(self, path: str, language: str) -> str:
        """The language of the text shown at ``path`` for a visitor requesting ``language``."""
        there = self.of_page(path)
        return language if language in there or not there else there[0]

    def canonical(self, path: str, language: str) -> str:
        """The one URL, without its host, at which search engines should list what is shown at ``path``."""
        return self.prefix(self.shown(path, language)) + canonical_route(path)

    def alternates(self, path: str) -> list[tuple[str, str]]:
        """By language the URL of the same page in it, and x-default; each of those pages names them all."""
        route = canonical_route(path)
        links = [(language, self.prefix(language) + route) for language in self.of_page(path)]
        return [*links, (X_DEFAULT, links[0][1])] if links else []


def canonical_route(path: str) -> str:
    """The one route of a page that has two."""
    page = shown_page(path)
    return path if page is None or page.of else page.path
