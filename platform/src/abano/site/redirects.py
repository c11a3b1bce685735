"""Where the old addresses of a company lead. Pure."""

from collections.abc import Mapping
from urllib.parse import quote, unquote, urlsplit

from abano.kit.web_url import KEPT, ascii_url
from abano.site.routes import SiteAddress, canonical_path

MOST_STEPS = 10


def old_path(path: str) -> str:
    """An old address as it is stored and compared: without slashes at its end, whatever the case."""
    return canonical_path(unquote(path)).lower()


def redirect_target(redirects: Mapping[str, str], address: SiteAddress, query: str) -> str | None:
    """Where an address leads, in the visitor's language and with its query; None for one that is not known."""
    target = redirects.get(old_path(address.path)) or redirects.get(old_path(address.whole))
    if target is None:
        return None
    if not is_own(target):
        try:
            return ascii_url(target)
        except ValueError:
            return None
    path, _, own_query = target.partition("?")
    queries = "&".join(filter(None, (own_query, query)))
    route = quote(address.prefix + path)
    return f"{route}?{quote(queries, safe=KEPT)}" if queries else route


def is_own(target: str) -> bool:
    """Whether it is a path of this site."""
    return target.startswith("/")


def leads_back(redirects: Mapping[str, str], path: str, target: str) -> bool:
    """Whether who follows ``path`` to ``target`` would come to an address a second time, or hardly ever arrive."""
    known = {**redirects, path: target}
    seen = {path}
    for _ in range(MOST_STEPS):
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
