"""Pure rules of clicks: valid ids, paid traffic, and whose visits do not count."""

import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address
from urllib.parse import parse_qs, urlsplit

CLICK_ID = re.compile(r"[A-Za-z0-9_-]{1,200}")
PAID_MEDIA = frozenset({"cpc", "ppc", "paid_search"})
# The words by which well-behaved crawlers and link previews name themselves.
CRAWLER = re.compile(
    r"bot\b|bot/|crawl|spider|slurp|mediapartners|adsbot|lighthouse|headlesschrome|facebookexternalhit|"
    r"preview|pingdom|uptime|curl/|wget/|python-requests|go-http-client|scrapy",
    re.IGNORECASE,
)


def click_id(text: str | None) -> str | None:
    """The id in its plain form, or None when it is blank. Raises ValueError when it is no click id."""
    stripped = (text or "").strip()
    if not stripped:
        return None
    if not CLICK_ID.fullmatch(stripped):
        raise ValueError("This is not a click id")
    return stripped


def is_paid(*, has_click_id: bool, source_url: str | None) -> bool:
    """Whether a visit came from a paid search advertisement."""
    if has_click_id:
        return True
    try:
        query = parse_qs(urlsplit(source_url or "").query)
    except ValueError:
        return False
    source = (query.get("utm_source") or [""])[0].lower()
    return source == "google" and (query.get("utm_medium") or [""])[0].lower() in PAID_MEDIA


def is_automatic(user_agent: str, purpose: str) -> bool:
    """Whether no person is behind a request: crawlers, link previews, and pages fetched ahead."""
    return "prefetch" in purpose.lower() or not user_agent or CRAWLER.search(user_agent) is not None


def is_excluded(address: str | None, excluded: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Whether an address is one of the company's own."""
    if address is None:
        return False
    found = ip_address(address)
    return any(found in network for network in excluded if network.version == found.version)
