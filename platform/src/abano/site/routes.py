"""Which addresses the site has, and where the old ones lead. Pure. The frontend's router has the same lists."""

import re
from typing import Literal
from urllib.parse import quote

from starlette.convertors import Convertor, register_url_convertor

from abano.http.middleware.readable_address import LONGEST_SEGMENT

GUIDE = "vashlovani-national-park-guide"
PAGES = frozenset(
    {
        "/",
        "/booking",
        "/black",
        "/thank-you",
        "/terms-of-service",
        "/privacy-policy",
        "/affiliate-register",
        "/affiliate-login",
        "/affiliate-dashboard",
        "/affiliate-forgot-password",
        "/affiliate-reset-password",
        "/car-rental-tbilisi",
    }
)
# Pages that stand on a document: a company without that text does not have the page.
DOCUMENT_PAGES = {
    "/terms-of-service": "terms-of-service",
    "/privacy-policy": "privacy-policy",
    f"/{GUIDE}": GUIDE,
}
# What a search engine should list; everything else on the site says noindex.
INDEXED = ("/", "/booking", f"/{GUIDE}", "/terms-of-service", "/privacy-policy", "/affiliate-register")
LEGACY = frozenset(
    {
        "{hash}",
        "tbilisi-airport-car-rental",
        "affordable-car-rental-kutaisi",
        "kutaisi-airport-car-rental",
        "batumi-car-rental",
        "batumi-airport-car-rental",
        "gudauri-car-rental",
        "kutaisi-car-hire",
        "car-hire-tbilisi",
        "lada-niva-rental-tbilisi",
        "rent-car-tbilisi-to-yerevan",
        "car-rental-tbilisi-duplicate",
        "kutaisi-airport-car-rental-duplicate",
        "about-us-rental-cars",
        "duplicated-homepage",
        "contact",
        "car-rental-tbilisi-airport",
        "car-rental-kutaisi",
        "car-rental-with-driver",
        "ru",
        "gallery-car-rental-tbilisi",
        "shop",
    }
)
_LEGACY_PATTERNS = (
    # The old shop's permanent links: one segment that is a hexadecimal digest, with at least one digit in it.
    re.compile(r"(?=[a-f]*[0-9])[0-9a-f]{8,64}", re.IGNORECASE),
    re.compile(r"car/[^/]+", re.IGNORECASE),
    re.compile(r"why-.*is-the-1-choice", re.IGNORECASE),
)

_CLICK_IN_PATH = re.compile(r"(?P<route>/[^?]*)\?(?P<query>(?:gclid|gbraid|wbraid)=.*)", re.IGNORECASE)


Kind = Literal["page", "redirect", "missing"]


def is_legacy(path: str) -> bool:
    """Whether ``path`` (as in the address, decoded) is one that moved to the home page."""
    name = path.strip("/").lower()
    return name in LEGACY or any(pattern.fullmatch(name) for pattern in _LEGACY_PATTERNS)


def canonical_path(path: str) -> str:
    """The route of an address: without slashes at its end."""
    return path.rstrip("/") or "/"


def repaired_address(path: str) -> tuple[str, str] | None:
    """Route and query of an address whose question mark before a click id was encoded, as in /%3Fgclid%3Dabc.

    ``path`` is decoded. The frontend's rules repair the same in the query.
    """
    found = _CLICK_IN_PATH.fullmatch(path)
    return (canonical_path(found["route"]), found["query"]) if found else None


def page_exists(path: str, documents: frozenset[str]) -> bool:
    """Whether a company with these kinds of documents has a page at the route ``path``."""
    needed = DOCUMENT_PAGES.get(path)
    if needed is not None:
        return needed in documents
    if path.startswith("/admin/"):
        return all(len(segment) <= LONGEST_SEGMENT for segment in path.split("/"))
    return path in PAGES or path == "/admin"


def moved_address(path: str, query: str, documents: frozenset[str]) -> str | None:
    """Where an address leads that is not quite one of the site, its query kept; None for all others.

    Only known routes come out, so no address can lead to another host.
    """
    route = canonical_path(path)
    if page_exists(route, documents):
        return None if route == path else _address(route, query)
    repaired = repaired_address(path)
    if repaired is not None and page_exists(repaired[0], documents):
        return _address(repaired[0], quote(repaired[1], safe="=&%+"), query)
    return _address("/", query) if is_legacy(path) else None


def _address(route: str, *queries: str) -> str:
    query = "&".join(filter(None, queries))
    return quote(route) + (f"?{query}" if query else "")


class OutsideApi(Convertor[str]):
    """Any path but those of the API: there, nobody answering means 404 or 405, whatever the method."""

    regex = r"(?!api(?:/|$))(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("outside_api", OutsideApi())
