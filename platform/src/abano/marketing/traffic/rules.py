"""Rules of clicks, visits, journeys and consent."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2s
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs, urlsplit

from pydantic import AwareDatetime, Field

from abano.core.api_model import ApiModel
from abano.core.errors import Message, RefusedValue
from abano.tenancy.directory.rules import TrafficSettings

CLICK_ID = re.compile(r"[A-Za-z0-9_-]{1,200}")
# The form of the site's device hash: two 32-bit words.
FINGERPRINT = re.compile(r"[0-9a-f]{16}")
PAID_MEDIA = frozenset({"cpc", "ppc", "paid_search"})
HOST = re.compile(r"[a-z0-9.-]{1,253}")
COOKIE_SECONDS = 90 * 86_400
NOT_A_CLICK_ID = Message("not_a_click_id", "This is not a click id")
NOT_A_FINGERPRINT = Message(
    "not_a_fingerprint", "This is not the fingerprint of a device: 16 digits of 0-9 and a-f"
)


def click_id(text: str | None) -> str | None:
    """The id without surrounding spaces, or None when it is blank. Raises ValueError for an invalid id."""
    stripped = (text or "").strip()
    if not stripped:
        return None
    if not CLICK_ID.fullmatch(stripped):
        raise RefusedValue(NOT_A_CLICK_ID())
    return stripped


def fingerprint(text: str) -> str:
    """Raises ValueError for anything but a device hash."""
    if not FINGERPRINT.fullmatch(text):
        raise RefusedValue(NOT_A_FINGERPRINT())
    return text


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


def is_sister(settings: TrafficSettings, referer: str) -> bool:
    """Whether the request comes from a page of one of the company's sites; False without a Referer."""
    try:
        host = urlsplit(referer).hostname
    except ValueError:
        return False
    return host is not None and host in settings.sister_hosts()


def frame_ancestors(settings: TrafficSettings) -> str:
    """The sites that may frame the sync page: the sources of a Content-Security-Policy."""
    hosts = sorted(host for host in settings.sister_hosts() if HOST.fullmatch(host))
    return " ".join(["'self'", *(f"{host}:*" for host in hosts)])


def sync_cookie(name: str, value: str, *, is_secure: bool) -> str:
    """The cookie for a click id on this site. Scripts read it, so it is not HttpOnly.

    Within a frame of another site, browsers accept only SameSite=None, which requires Secure.
    """
    same_site = "SameSite=None; Secure" if is_secure else "SameSite=Lax"
    return f"cross_domain_{name}={value}; Max-Age={COOKIE_SECONDS}; Path=/; {same_site}"


# Pure rules of visits: IP filters and excluded networks.

ADDRESS_PART = re.compile(r"[0-9a-fA-F.:]{1,45}")
MAX_EXCLUDED = 50
NOT_AN_IP_PREFIX = Message(
    "not_an_ip_prefix", "Please enter the start of an IP address, or a network such as 192.0.2.0/24"
)
NOT_AN_IP = Message("not_an_ip", "{text} is neither an IP address nor a network")
TOO_MANY_IPS = Message(
    "too_many_ips",
    "At most {max, plural, one {# IP address} other {# IP addresses}} can be excluded",
)


def ip_filter(text: str) -> str | IPv4Network | IPv6Network:
    """Parse a network such as 192.0.2.0/24 or an IP prefix such as 192.0. Raises ValueError."""
    if "/" in text:
        return network(text)
    if not ADDRESS_PART.fullmatch(text):
        raise RefusedValue(NOT_AN_IP_PREFIX())
    return text.lower()


def network(text: str) -> IPv4Network | IPv6Network:
    """Parse an IP or a network. Raises ValueError."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise RefusedValue(NOT_AN_IP(text=text.strip()[:60])) from error


# Pure rules of journeys: which steps a browser may report, and which pages are named.

# Only the server records bookings.
BrowserStep = Literal[
    "landing", "quiz_intro", "quiz_start", "search", "car", "wizard_1", "wizard_2", "wizard_3",
    # Links by which a visitor leaves the site to talk to the company.
    "press_phone", "press_whatsapp", "press_email",
    # Which order of the booking form an experiment drew.
    "form_trip_first", "form_contact_first",
    # A page, and a link or button: stored as a step of its own for each of them.
    "seen", "pressed",
]  # fmt: skip
MAX_STEPS = 20
MAX_LINK = 200
MAX_LABEL = 60
# Steps wait in the browser while it is offline; older ones are as good as lost.
MAX_WAIT = timedelta(hours=6)
# Words of a URL, such as /cars/dacia-duster. Tokens in links are longer or have capitals.
_PAGE = re.compile(r"/|(?:/[a-z0-9][a-z0-9._-]{0,39}){1,3}/?")


def page_of(path: str | None) -> str | None:
    """The landing page's stored form. None for a URL that may contain more than a page name."""
    return path if path and _PAGE.fullmatch(path) else None


# The numbers of phones, bookings and people: what has one is not stored.
_NUMBER = re.compile(r"\d{5}")
_SPACES = re.compile(r"\s+")


def link_of(url: str | None) -> str | None:
    """A pressed link's stored form: the path of an own page, host and path of another, or the kind of contact.

    Neither query nor anything that may name a person.
    """
    text = (url or "").strip()
    for contact in ("tel:", "mailto:"):
        if text.startswith(contact):
            return contact
    if text.startswith("/"):
        return page_of(text)
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not HOST.fullmatch(host):
        return None
    page = page_of(parts.path) or ""
    return (host if _NUMBER.search(page) else host + page.rstrip("/"))[:MAX_LINK]


def label_of(text: str | None) -> str | None:
    """The stored form of a visible text. None for one without a letter, and for one with a number or an email."""
    label = _SPACES.sub(" ", text or "").strip()[:MAX_LABEL].strip()
    is_plain = any(map(str.isalpha, label)) and "@" not in label and not _NUMBER.search(label)
    return label if is_plain else None


@dataclass(frozen=True, slots=True)
class Detail:
    """A page that a visit saw, or what it pressed. ``step`` names it within the visit."""

    step: str
    page: str | None
    link: str | None = None
    label: str | None = None

    @classmethod
    def of(cls, kind: str, page: str | None, link: str | None, label: str | None) -> "Detail | None":
        """None for what is not stored."""
        page = page_of(page)
        if kind == "seen":
            return cls(f"seen_{_digest(page)}", page) if page else None
        link, label = link_of(link), label_of(label)
        return cls(f"pressed_{_digest(page, link, label)}", page, link, label) if link or label else None


def _digest(*parts: str | None) -> str:
    return blake2s("\n".join(part or "" for part in parts).encode(), digest_size=8).hexdigest()


def reached_at(now: datetime, milliseconds_ago: int) -> datetime:
    """When a step was reached, by the server's clock."""
    return now - min(timedelta(milliseconds=milliseconds_ago), MAX_WAIT)


ConsentState = Literal["not_required", "granted", "refused", "unknown"]

CLICK_IDS = ("gclid", "gbraid", "wbraid")
# Identify a visitor by an advertisement, by the device, or by an earlier consent.
IDS = (*CLICK_IDS, "device_fingerprint", "consent_id")
# The parts of a fingerprint; an IP also leads to a person.
TRAITS = (
    "ip", "user_agent", "screen_resolution", "timezone", "language", "platform", "browser_storage_support",
)  # fmt: skip
PAGES = ("source_url", "entry_path")
# Shorter ids occur within ordinary words.
MIN_SEARCH_LENGTH = 6
# The start of the query, parameters or fragment of a URL, also percent-encoded by a redirecting service.
_QUERY = re.compile(r"(?:[?#;&=]|%(?:25)*(?:3f|23|3b|26|3d)).*", re.IGNORECASE | re.DOTALL)
_ORIGIN = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://)(?:[^/?#]*@)?([^/?#@]+)")


def may_recognise(*, is_required: bool, state: ConsentState) -> bool:
    """Whether ids may be stored: never after a refusal, and only with consent where it is required."""
    return state == "granted" or (state != "refused" and not is_required)


def strip_ids(values: Mapping[str, Any]) -> dict[str, Any]:
    """Remove the ids from all fields of a record, including its URLs and campaign.

    The page keeps its path, the referrer only its origin. For what is stored already, the schema's functions
    ``bare_url``, ``bare_origin`` and ``without_ids`` decide the same.
    """
    ids = [text for name in IDS if (text := values.get(name)) and len(text) >= MIN_SEARCH_LENGTH]
    bare = dict(values)
    for name in PAGES:
        bare[name] = _QUERY.sub("", values.get(name) or "") or None
    origin = _ORIGIN.match(values.get("referrer") or "")
    bare["referrer"] = "".join(origin.groups()) if origin else None
    bare.update((name, None) for name in (*IDS, *TRAITS) if name in values)
    return {
        name: None if isinstance(value, str) and any(one in value for one in ids) else value
        for name, value in bare.items()
    }


ConsentId = Annotated[str | None, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]


class AdAnswers(ApiModel):
    """What a visitor answered about ads along with the consent: two questions, both may be refused.

    ``version``: of the questions. ``answered_at``: by the browser's clock.
    """

    ad_user_data: bool = Field(description="The booking may be sent to the ad platform")
    ad_personalization: bool = Field(description="It may be used for personalised ads")
    version: Annotated[int, Field(ge=1, le=1000)]
    answered_at: AwareDatetime


def ad_answers_to_store(state: ConsentState, answers: AdAnswers | None, now: datetime) -> dict[str, Any]:
    """The columns of a record. All null without consent: then nothing else links the records of a visitor."""
    kept = answers if state == "granted" else None
    return {
        "ad_user_data": kept.ad_user_data if kept else None,
        "ad_personalization": kept.ad_personalization if kept else None,
        "ad_answered_at": min(kept.answered_at, now) if kept else None,
        "ad_consent_version": kept.version if kept else None,
    }
