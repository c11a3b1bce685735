"""What each page is called and how it is described. Pure."""

from collections.abc import Callable, Mapping

from abano.site.documents import Landing, Seo, SeoPage
from abano.site.routes import CONSOLE, PAGES, own_pages, shown_page
from abano.site.schemas import PageHead

# The company's text for addresses that are not known.
NOT_FOUND = "/404"


def page_texts(seo: Seo, landing: Landing, documents: Mapping[str, SeoPage]) -> dict[str, SeoPage]:
    """The text of every route. ``documents``: what guides say of themselves, by their kinds.

    A page of which the company says nothing has the site's name and the home page's first sentence.
    """
    own = {page.path: page for page in seo.pages}
    texts = {}
    added = [page.path for page in own_pages(documents)]
    for path in (*PAGES, *added, CONSOLE, NOT_FOUND):
        page = shown_page(path)
        text = documents.get(page.document or "") if page is not None else None
        text = text or own.get(page.path if page is not None else path)
        texts[path] = text or SeoPage(path=path, title=seo.site_name, description=landing.subheadline)
    return texts


def whole_title(text: SeoPage, seo: Seo) -> str:
    """A page's title with the name of the site, once."""
    return text.title if seo.site_name in text.title else f"{text.title} | {seo.site_name}"


def page_heads(texts: Mapping[str, SeoPage], seo: Seo, canonical: Callable[[str], str]) -> list[PageHead]:
    """What the head of each page says, for visitors who move from one to another within the frontend."""
    return [
        PageHead(
            path=path,
            title=whole_title(text, seo),
            description=text.description,
            canonical=canonical(path),
        )
        for path, text in texts.items()
    ]
