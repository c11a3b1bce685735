"""Single values of settings: each is put into its normal form, or refused with a sentence."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from pydantic import SecretStr

from abano.core.clock import timezone_names
from abano.core.email_address import check_email
from abano.core.errors import Message, RefusedValue
from abano.core.public_ip import is_public
from abano.core.text import clean
from abano.core.urls import ascii_host, ascii_url, origin_of

URL_FORM = Message("setting_url_form", "Please enter a full URL that starts with https://")
ORIGIN_FORM = Message(
    "setting_origin_form", "Please enter only the site's URL, such as https://www.example.com"
)
DOMAIN_FORM = Message("setting_domain_form", "Please enter a domain such as www.example.com")
CHAT_NUMBER_FORM = Message(
    "setting_chat_number_form", "Please enter the number with its country code, such as +995 555 000 000"
)
PREFIX_FORM = Message("setting_prefix_form", "A country code is a plus and one to four digits")
TIME_ZONE_UNKNOWN = Message("setting_time_zone_unknown", "There is no such time zone")
TWO_PLACES = Message("setting_two_places", "At most two digits after the point")
WEBSITE_FORM = Message(
    "setting_website_form",
    "Please enter only the website's URL, such as https://www.example.com or https://*.example.com",
)
NOT_PUBLIC = Message("setting_not_public", "This URL isn't on the public internet")
_DOMAIN = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
# Of a developer's own machine, where browsers trust pages without TLS.
LOCAL_ORIGIN = re.compile(r"http://(?:(?:[a-z0-9-]{1,63}\.){0,3}localhost|127\.0\.0\.1)(?::[1-9]\d{0,4})?")
# Domain endings that are never public (RFC 2606, 6761, 8375).
_INNER = ("localhost", "local", "internal", "invalid", "test", "home.arpa", "onion")


def two_places(value: float) -> float:
    if round(value, 2) != value:
        raise RefusedValue(TWO_PLACES())
    return value


def email_or_empty(value: str) -> str:
    return check_email(value) if clean(value) else ""


def absolute_url(value: str) -> str:
    """An https URL or an empty text."""
    return _https(value, URL_FORM) if value.strip() else ""


def own_url(value: str) -> str:
    """An https URL of another site that pages may ask."""
    return _https(value, URL_FORM)


def origin(value: str) -> str:
    """An origin (scheme and host), or an empty text."""
    text = value.strip().rstrip("/").lower()
    url = _https(text, ORIGIN_FORM) if text else ""
    if url != (origin_of(url) or ""):
        raise RefusedValue(ORIGIN_FORM())
    return url


def website_origin(value: str) -> str:
    """A website that may embed this one, as a source of a policy: https, or http of the developer's machine.

    A host may begin with ``*.``, which stands for all of its subdomains.
    """
    text = clean(value).rstrip("/").lower()
    if LOCAL_ORIGIN.fullmatch(text):
        return text
    scheme, _, rest = text.partition("://")
    mark = "*." if rest.startswith("*.") else ""
    url = origin_of(f"{scheme}://{rest.removeprefix(mark)}")
    # Anything after the host would be left out of the origin.
    if url is None or urlsplit(text).path or "?" in text or "#" in text:
        raise RefusedValue(WEBSITE_FORM())
    host = urlsplit(url).hostname or ""
    if not _DOMAIN.fullmatch(host):
        raise RefusedValue(WEBSITE_FORM())
    return f"https://{mark}{urlsplit(url).netloc}"


def domain_name(value: str) -> str:
    """A public host name in lower case. International names become ASCII."""
    try:
        text = ascii_host(clean(value))
    except ValueError:
        raise RefusedValue(DOMAIN_FORM()) from None
    if not _DOMAIN.fullmatch(text) or text.endswith(tuple(f".{end}" for end in _INNER)):
        raise RefusedValue(DOMAIN_FORM())
    return text


def chat_number(value: str) -> str:
    """Digits with the country code, or an empty text."""
    text = re.sub(r"[\s()+.-]", "", clean(value))
    if text and not re.fullmatch(r"[1-9]\d{5,14}", text):
        raise RefusedValue(CHAT_NUMBER_FORM())
    return text


def phone_prefix(value: str) -> str:
    text = clean(value)
    if not re.fullmatch(r"\+\d{1,4}", text):
        raise RefusedValue(PREFIX_FORM())
    return text


def time_zone(value: str) -> str:
    if value not in timezone_names():
        raise RefusedValue(TIME_ZONE_UNKNOWN())
    return value


def chat_webhook(value: SecretStr) -> SecretStr:
    """An https URL whose host is not in a private network. The name is resolved when the URL is called."""
    text = value.get_secret_value().strip()
    if text:
        text = _https(text, URL_FORM)
    host = urlsplit(text).hostname or ""
    if text and (host in _INNER or host.endswith(tuple(f".{end}" for end in _INNER)) or _is_private(host)):
        raise RefusedValue(NOT_PUBLIC())
    return SecretStr(text)


def _is_private(host: str) -> bool:
    try:
        return not is_public(ip_address(host))
    except ValueError:
        return False


def _https(text: str, form: Message) -> str:
    try:
        url = ascii_url(text)
    except ValueError:
        raise RefusedValue(form()) from None
    if not url.startswith("https://"):
        raise RefusedValue(form())
    return url
