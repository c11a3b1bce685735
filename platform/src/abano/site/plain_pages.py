"""Pages where there is no site: they stand on their own, without assets and scripts.

Which company is meant, and so what it speaks, is not known there: the address's prefix counts, then what the browser
asks for, then English.
"""

from fastapi.responses import HTMLResponse

from abano.errors import AbanoError
from abano.kit.templates import render_html
from abano.languages.texts import SOURCE, Language, product_languages, texts_in, translatable
from abano.tenants.tenant import SiteNotOpen, TenantSuspended, UnknownTenant

_UNKNOWN = (
    translatable("There is no site here"),
    translatable("No company of ours has this address. Please look whether it is spelled correctly."),
)
_SUSPENDED = (
    translatable("We are taking a break"),
    translatable("This site is taking a break. Please come back later."),
)
_NOT_OPEN = (
    translatable("This site opens soon"),
    translatable("We are still setting it up. Please come back in a few days."),
)
_AWAY = (
    translatable("We will be right back"),
    translatable("We cannot reach our database right now. Nothing was lost; please try again in a moment."),
)
_NOT_BUILT = (
    "Almost there",
    "The site's pages have not been built yet. Run make run, or make build.",
)
_MOST_WISHES = 10


def no_site(error: AbanoError, path: str, accept_language: str) -> HTMLResponse:
    """The page for a host without a company, a company that is suspended, or while the database is away."""
    words = {UnknownTenant: _UNKNOWN, TenantSuspended: _SUSPENDED, SiteNotOpen: _NOT_OPEN}.get(
        type(error), _AWAY
    )
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, SiteNotOpen):
        headers["X-Robots-Tag"] = "noindex"
    if error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    language = wished_language(path, accept_language)
    return HTMLResponse(_plain(words, language), status_code=error.status, headers=headers)


def not_built() -> HTMLResponse:
    """For whoever installs the product."""
    headers = {"Retry-After": "30", "Cache-Control": "no-store"}
    return HTMLResponse(_plain(_NOT_BUILT, SOURCE), status_code=503, headers=headers)


def wished_language(path: str, accept_language: str) -> Language:
    """The product's language that the address begins with, or the best of an Accept-Language header, else English."""
    known = {language.lower(): language for language in product_languages()}
    prefix = path.lstrip("/").partition("/")[0].lower()
    if prefix in known:
        return known[prefix]
    for wish in _wishes(accept_language):
        if wish in known:
            return known[wish]
    return SOURCE


def _wishes(accept_language: str) -> list[str]:
    """Languages, the most wished first; regions do not count."""
    wishes = []
    for item in accept_language.lower().split(",")[:_MOST_WISHES]:
        name, _, quality = item.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        if weight > 0:
            wishes.append((-weight, name.partition("-")[0]))
    return [name for _, name in sorted(wishes, key=lambda wish: wish[0])]


def _plain(words: tuple[str, str], language: Language) -> str:
    title, text = (texts_in(language).gettext(part) for part in words)
    return render_html("site/templates/plain_page.html", language=language, title=title, text=text)
