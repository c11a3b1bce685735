"""URLs that are valid in headers: ASCII alone, with the host as IDNA (RFC 5891) and the rest percent-encoded."""

import re
from urllib.parse import quote, urlsplit, urlunsplit

import idna

# What no source of a policy, no header and no attribute may hold.
_UNSAFE = re.compile(r"[\s\"'<>\\;]")
_HOST = re.compile(r"(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*|\[[0-9a-f:.]{2,45}\]")
# Delimiters of RFC 3986, and what is percent-encoded already.
KEPT = "/%:?#[]@!$&'()*+,;=~"
SCHEMES = ("http", "https")


def ascii_host(host: str) -> str:
    """A host name in lower case, an international one as ASCII. Raises ValueError."""
    text = host.lower().rstrip(".")
    if not text.isascii():
        # Raises idna.IDNAError, which is a ValueError.
        text = idna.encode(text, uts46=True).decode()
    if not _HOST.fullmatch(text):
        raise ValueError("not a host name")
    return text


def ascii_url(text: str) -> str:
    """An http or https URL that can be in a header. Raises ValueError."""
    url = text.strip()
    # Python would drop tabs and line ends without a word.
    if not url.isprintable() or _UNSAFE.search(url):
        raise ValueError("not a URL")
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not parts.hostname or parts.username is not None or parts.port == 0:
        raise ValueError("not a URL of a web site")
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    host = ascii_host(name) + (f":{parts.port}" if parts.port else "")
    return urlunsplit((parts.scheme, host, *(quote(part, safe=KEPT) for part in parts[2:])))


def origin_of(text: str) -> str | None:
    """The origin of an https URL, as a source in a Content-Security-Policy. None for other URLs."""
    try:
        parts = urlsplit(ascii_url(text))
    except ValueError:
        return None
    return f"https://{parts.netloc}" if parts.scheme == "https" else None
