"""URLs of databases, which may name several servers: ``postgresql://user@10.0.0.1:5432,[fd00::2]:5433/abano``."""

import re
from urllib.parse import SplitResult, urlsplit

_SERVERS = re.compile(r"(?<=://)[^/?#]*")


def split_database_url(url: str) -> SplitResult:
    """The parts of ``url``. Newer Pythons take an IPv6 address only where it is the first server: it is left out."""
    servers = _SERVERS.search(url)
    return urlsplit(_SERVERS.sub("", url, count=1))._replace(netloc=servers[0] if servers else "")
