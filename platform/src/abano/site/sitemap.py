"""The company's sitemap: each page in each language in which it exists, with its alternates. Pure."""

from xml.sax.saxutils import escape, quoteattr

from abano.site.routes import PAGES, own_pages
from abano.site.service import Site

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
)


def sitemap_xml(site: Site) -> str:
    """Of whatever language ``site`` is: there is one sitemap a company."""
    origin = site.config.contacts.public_origin
    entries = []
    added = own_pages(kind for kind, _ in site.languages.written)
    fixed = [page.path for page in (*PAGES.values(), *added) if page.indexed]
    for path in (*fixed, *site.items):
        alternates = [(language, origin + address) for language, address in site.languages.alternates(path)]
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang={quoteattr(language)} href={quoteattr(address)}/>'
            for language, address in alternates
        )
        own = dict(alternates)
        entries += [
            f"<url><loc>{escape(own[language])}</loc>{links}</url>"
            for language in site.languages.of_page(path)
        ]
    return f"{_HEAD}{''.join(entries)}</urlset>"
