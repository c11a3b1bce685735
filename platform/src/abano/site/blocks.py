"""The blocks of which a company's own pages are made, in the order in which a page shows them."""

from typing import Annotated, Literal

from pydantic import Field

from abano.kit.api_model import ApiModel
from abano.media_library.pictures import Picture
from abano.site.documents import Question
from abano.site.rich_text import RichText, SafeLink

# How good something is; the page colours it so.
Tone = Literal["plain", "good", "careful", "bad"]
MOST_BLOCKS = 60


class BlockPicture(Picture):
    """Of the media library, by its ``media_id``; before there was one, a path of this site as ``src``."""


class TextBlock(ApiModel):
    type: Literal["text"]
    title: str = ""
    body: RichText


class PictureBlock(ApiModel):
    type: Literal["picture"]
    picture: BlockPicture
    caption: str = ""


class GalleryItem(ApiModel):
    picture: BlockPicture
    title: str = ""
    text: str = ""


class GalleryBlock(ApiModel):
    type: Literal["gallery"]
    title: str = ""
    text: str = ""
    items: list[GalleryItem] = Field(max_length=24)


class FilmBlock(ApiModel):
    """``url``: on YouTube, Vimeo, or a file; empty: the company's own film. ``duration`` in ISO 8601, as PT2M30S."""

    type: Literal["film"]
    title: str
    text: str = ""
    url: str = ""
    duration: str = ""
    uploaded_on: str = ""
    thumbnail: Picture = Picture()


class MapBlock(ApiModel):
    """A place: its point, or a link to a map of the company's choice."""

    type: Literal["map"]
    title: str = ""
    text: str = ""
    label: str = ""
    latitude: float | None = Field(default=None, ge=-90, le=90)
    longitude: float | None = Field(default=None, ge=-180, le=180)
    url: Literal[""] | SafeLink = ""


class TitledList(ApiModel):
    title: str = ""
    items: list[str] = Field(max_length=60)
    tone: Tone = "plain"


class ListsBlock(ApiModel):
    """``note``: a closing sentence under the lists."""

    type: Literal["lists"]
    title: str = ""
    text: str = ""
    lists: list[TitledList] = Field(max_length=12)
    picture: BlockPicture | None = None
    note: str = ""


class Fact(ApiModel):
    label: str
    detail: str = ""
    text: str = ""
    tone: Tone = "plain"


class FactsBlock(ApiModel):
    type: Literal["facts"]
    title: str = ""
    text: str = ""
    facts: list[Fact] = Field(max_length=40)
    picture: BlockPicture | None = None
    note: str = ""


class CarsBlock(ApiModel):
    """``cars``: slugs, or names."""

    type: Literal["cars"]
    title: str = ""
    text: str = ""
    cars: list[str] = Field(max_length=24)


class QuestionsBlock(ApiModel):
    type: Literal["questions"]
    title: str = ""
    questions: list[Question] = Field(max_length=60)


class ActionBlock(ApiModel):
    """A button. It opens a chat with one of the company's prefilled messages, or leads to ``href``.

    ``is_banner``: with its words on a coloured ground, rather than on its own.
    """

    type: Literal["action"]
    title: str = ""
    text: str = ""
    button: str
    leads: Literal["chatInformation", "chatRental", "address"]
    href: Literal[""] | SafeLink = ""
    is_banner: bool = False


Block = Annotated[
    TextBlock
    | PictureBlock
    | GalleryBlock
    | FilmBlock
    | MapBlock
    | ListsBlock
    | FactsBlock
    | CarsBlock
    | QuestionsBlock
    | ActionBlock,
    Field(discriminator="type"),
]


class PageHero(ApiModel):
    """The first screen. ``button`` leads down to the text; both pictures may be empty."""

    title: str
    text: str = ""
    button: str = ""
    image: Picture = Picture()
    image_portrait: Picture = Picture()


class PageDocument(ApiModel):
    """A page of the company's own: a guide. ``published_on`` is a day, or empty.

    ``menu_label``: what its link in the site's menu says; empty: it has none there. ``hidden_text``: sentences for
    search engines, off screen.
    """

    type: Literal["page"]
    title: str
    description: str
    keywords: str = ""
    menu_label: str = ""
    published_on: str = ""
    hidden_text: list[str] = Field(default_factory=list, max_length=20)
    hero: PageHero
    blocks: list[Block] = Field(max_length=MOST_BLOCKS)
