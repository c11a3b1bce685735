"""Which addresses the site has, and where the old ones lead. Pure. The frontend's router has the same lists."""

import re
from typing import Literal

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

Kind = Literal["page", "redirect", "missing"]


def is_legacy(path: str) -> bool:
    """Whether ``path`` (as in the address, decoded) is one that moved to the home page."""
    name = path.strip("/").lower()
    return name in LEGACY or any(pattern.fullmatch(name) for pattern in _LEGACY_PATTERNS)


def canonical_path(path: str) -> str:
    """The route of an address: without slashes at its end."""
    return path.rstrip("/") or "/"


def page_exists(path: str, documents: frozenset[str]) -> bool:
    """Whether a company with these kinds of documents has a page at the route ``path``."""
    needed = DOCUMENT_PAGES.get(path)
    if needed is not None:
        return needed in documents
    return path in PAGES or path == "/admin" or path.startswith("/admin/")
