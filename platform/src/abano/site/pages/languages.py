"""In which languages a company's pages stand, and at which addresses. Pure.

The company's first language has the bare addresses, every other its prefix: /booking, /ka/booking. A page exists in
a language when its text is written in it: the document it stands on, or else the words of the home page. In the
company's other languages it is shown with the first one's text; such a page names the first one's as canonical and is
in no sitemap and no alternate.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from abano.core.languages.texts import default_locale
from abano.site.pages.routes import prefix_of, shown_page

# The text that a page without a document of its own stands on.
LANDING = "landing"
X_DEFAULT = "x-default"


@dataclass(frozen=True, slots=True)
class SiteLanguages:
    """``spoken``: what the company lists, the first being its own; ``written``: kinds of texts and their languages.

    ``locales``: the formats that it wishes in a language, where it says so.
    """

    spoken: tuple[str, ...]
    written: frozenset[tuple[str, str]]
    locales: Mapping[str, str]

    @property
    def first(self) -> str:
        return self.spoken[0]

    def prefix(self, language: str) -> str:
        """What addresses of a language begin with: nothing, or such as /ka."""
        return prefix_of(language, self.spoken)

    def locale(self, language: str) -> str:
        """In BCP 47, such as ka-GE."""
        return self.locales.get(language) or default_locale(language)

    def of_page(self, path: str) -> list[str]:
        """The languages in which the page at the route ``path`` exists, the company's first one first."""
        page = shown_page(path)
        kind = (page.document if page is not None else None) or LANDING
        return [language for language in self.spoken if (kind, language) in self.written]

    def shown(self, path: str, language: str) -> str:
        """The language whose text is shown at ``path`` to who asks for ``language``."""
        there = self.of_page(path)
        return language if language in there or not there else there[0]

    def canonical(self, path: str, language: str) -> str:
        """The one address, without its host, at which search engines should list what is shown at ``path``."""
        return self.prefix(self.shown(path, language)) + canonical_route(path)

    def alternates(self, path: str) -> list[tuple[str, str]]:
        """By language the address of the same page in it, and x-default; each of those pages names them all."""
        route = canonical_route(path)
        links = [(language, self.prefix(language) + route) for language in self.of_page(path)]
        return [*links, (X_DEFAULT, links[0][1])] if links else []


def canonical_route(path: str) -> str:
    """The one route of a page that has two."""
    page = shown_page(path)
    return path if page is None or page.of else page.path
