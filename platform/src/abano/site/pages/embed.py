"""The script with which other websites embed the search, the cars or a booking button. Pure."""

from importlib.resources import files

import orjson

from abano.core.languages.texts import texts_in
from abano.site.pages.head import script_json
from abano.site.pages.service import Site

_SCRIPT = (files("abano.site.pages") / "templates" / "embed.js").read_text(encoding="utf-8")
_MARK = "__LANGUAGES__"


def embed_js(site: Site) -> str:
    """The script, with the site's languages: what their URLs begin with, and the names of frames in them."""
    offered = {language.lower(): _in_language(site, language) for language in site.languages.offered}
    known = {"first": site.languages.first, "offered": offered}
    return _SCRIPT.replace(_MARK, script_json(orjson.dumps(known)))


def _in_language(site: Site, language: str) -> dict[str, object]:
    texts, company = texts_in(language), site.config.tenant.name
    titles = {
        "search": texts.gettext("Car search: {company}", company=company),
        "cars": texts.gettext("Cars: {company}", company=company),
        "car": texts.gettext("Book a car: {company}", company=company),
    }
    return {"prefix": site.languages.prefix(language), "titles": titles}
