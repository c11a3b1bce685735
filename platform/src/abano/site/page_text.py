"""What a page of blocks says, in plain sentences: for readers of the sent page that run no scripts. Pure."""

from collections.abc import Iterator

from abano.site.blocks import (
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
    TextBlock,
)
from abano.site.rich_text import plain_texts


def page_sections(page: PageDocument) -> Iterator[tuple[str, list[str]]]:
    """The heading of each block, perhaps empty, and its sentences. Blocks that say nothing are left out."""
    for block in page.blocks:
        title = "" if isinstance(block, PictureBlock) else block.title
        sentences = [said for said in _said(block) if said]
        if title or sentences:
            yield title, sentences


def _said(block: Block) -> Iterator[str]:
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
