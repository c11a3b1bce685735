"""What each page is called and how it is described. Pure."""

from collections.abc import Callable, Iterator, Mapping

from abano.site.pages.blocks import (
    ActionBlock,
    Block,
    CarsBlock,
    FactsBlock,
    FilmBlock,
    GalleryBlock,
    ListsBlock,
    MapBlock,
    PageDocument,
    PictureBlock,
    QuestionsBlock,
    RouteBlock,
    TextBlock,
    plain_texts,
)
from abano.site.pages.documents import Landing, Seo, SeoPage
from abano.site.pages.routes import CONSOLE, PAGES, own_pages, shown_page
from abano.site.pages.schemas import PageHead

# The company's text for URLs that are not known.
NOT_FOUND = "/404"


def page_texts(seo: Seo, landing: Landing, documents: Mapping[str, SeoPage]) -> dict[str, SeoPage]:
    """Titles and descriptions of every route. ``documents``: those of guides, by kind.

    Pages without their own texts use the site's name and the home page's first sentence.
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
    """The head of each page, for navigation within the frontend."""
    return [
        PageHead(
            path=path,
            title=whole_title(text, seo),
            description=text.description,
            canonical=canonical(path),
        )
        for path, text in texts.items()
    ]


# The contents of a page of blocks in plain sentences, for clients that run no scripts. Pure.


def page_sections(page: PageDocument, places: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The heading of each block, possibly empty, and its sentences. Empty blocks are left out.

    ``places``: names of the company's places, by code.
    """
    for block in page.blocks:
        title = "" if isinstance(block, PictureBlock) else block.title
        sentences = [stated for stated in _texts_of(block, places) if stated]
        if title or sentences:
            yield title, sentences


def _texts_of(block: Block, places: Mapping[str, str]) -> Iterator[str]:
    match block:
        case TextBlock(body=body):
            yield from plain_texts(body)
        case PictureBlock(picture=picture, caption=caption):
            yield caption or picture.alt
        case QuestionsBlock(questions=questions):
            for question in questions:
                yield from (question.question, question.answer)
        case MapBlock(text=text, label=label):
            yield from (text, label)
        case RouteBlock(text=text, stops=stops, note=note):
            yield from (text, " → ".join(places.get(stop.place, stop.name) for stop in stops), note)
        case GalleryBlock() | ListsBlock() | FactsBlock():
            yield from (block.text, *_entries(block))
        case CarsBlock() | FilmBlock() | ActionBlock():
            yield block.text


def _entries(block: GalleryBlock | ListsBlock | FactsBlock) -> list[str]:
    match block:
        case GalleryBlock(items=items):
            return [_joined(item.title, item.text) for item in items]
        case ListsBlock(lists=lists, note=note):
            return [*(_joined(part.title, " · ".join(part.items)) for part in lists), note]
        case FactsBlock(facts=facts, note=note):
            return [*(_joined(fact.label, fact.detail, fact.text) for fact in facts), note]


def _joined(*parts: str) -> str:
    return ": ".join(filter(None, parts))
