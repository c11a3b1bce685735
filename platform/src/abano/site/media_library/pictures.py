"""Pictures and films as pages get them: URLs of all sizes, of which a browser takes the one it needs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID, uuid5

from pydantic import model_validator

from abano.core.api_model import ApiModel
from abano.core.urls import ascii_url
from abano.site.media_library.films import FilmLink, FilmSite, parse_link

KEY = "mediaId"
# What a template calls the files in its folder ``media``.
OF_TEMPLATE = "media/"


def seeded_id(tenant_id: UUID, name: str) -> UUID:
    """The library item of a template file, such as cars/vw-golf/side.svg."""
    return uuid5(tenant_id, name)


def is_reference(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get(KEY), str)


def referred(body: Any) -> Iterator[UUID]:
    """The ids of all items that a JSON value names."""
    if is_reference(body):
        if identity := as_id(body[KEY]):
            yield identity
    elif isinstance(body, Mapping):
        for value in body.values():
            yield from referred(value)
    elif isinstance(body, list | tuple):
        for value in body:
            yield from referred(value)


def as_id(named: str) -> UUID | None:
    """None where it is no id."""
    try:
        return UUID(named)
    except ValueError:
        return None


def of_template(body: Any, tenant_id: UUID) -> Any:
    """A template's JSON with references to its files in place of their names; alternative texts are with the item."""
    if isinstance(body, str) and body.startswith(OF_TEMPLATE):
        return {KEY: str(seeded_id(tenant_id, body.removeprefix(OF_TEMPLATE)))}
    if isinstance(body, list):
        return [of_template(item, tenant_id) for item in body]
    if isinstance(body, Mapping):
        source = body.get("src")
        if isinstance(source, str) and source.startswith(OF_TEMPLATE):
            rest = {key: item for key, item in body.items() if key not in {"src", "alt"}}
            return rest | of_template(source, tenant_id)
        return {key: of_template(item, tenant_id) for key, item in body.items()}
    return body


FOLDER = "/media/"
# Metadata of a reference that is removed once its URLs are added.
_REFERENCE = frozenset({"mediaId", "src", "avif", "webp", "width", "height", "alt", "focus"})
Kind = Literal["photograph", "drawing", "film_link", "film_file"]
PHOTOGRAPH: Kind = "photograph"
DRAWING: Kind = "drawing"
FILM_LINK: Kind = "film_link"
FILM_FILE: Kind = "film_file"
FILMS = frozenset({FILM_LINK, FILM_FILE})


class Picture(ApiModel):
    """``src`` is for browsers without AVIF and WebP; ``avif`` and ``webp`` are sets of sources with widths.

    Empty URLs: there is no such file, or, without ``src``, no picture. ``focus``: what must stay to be seen
    where there is no room for all of it, such as "50% 30%".
    """

    src: str = ""
    avif: str = ""
    webp: str = ""
    width: int | None = None
    height: int | None = None
    alt: str = ""
    focus: str = "50% 50%"
    # As a text refers to it; pages get URLs instead.
    media_id: UUID | None = None

    @property
    def is_drawing(self) -> bool:
        """A picture that can be rendered in any size."""
        return self.src.partition("?")[0].endswith(".svg")

    @model_validator(mode="before")
    @classmethod
    def _from_address(cls, value: object) -> object:
        return {"src": value} if isinstance(value, str) else value


class Film(ApiModel):
    """``embed``: another site's player, asked for when the film is started; ``file``: a file of the company's."""

    player: Literal["embed", "file"]
    src: str
    title: str
    poster: Picture | None


@dataclass(frozen=True, slots=True)
class Item:
    """An item's data for pages. ``palette``: the company's colours, added to a drawing's URL."""

    kind: str
    stem: str | None
    title: str = ""
    width: int | None = None
    height: int | None = None
    widths: tuple[int, ...] = ()
    focus: tuple[int, int] = (500, 500)
    alt_texts: Mapping[str, str] = field(default_factory=dict)
    film_site: FilmSite | None = None
    film_id: str | None = None
    film_ending: str = "mp4"
    poster_id: UUID | None = None

    def picture(self, palette: str) -> dict[str, Any]:
        """Without its text; nothing for an item that has no files yet."""
        if self.stem is None or self.kind in FILMS:
            return {}
        shown: dict[str, Any] = {"width": self.width, "height": self.height, "focus": _percent(self.focus)}
        base = FOLDER + self.stem
        if self.kind == DRAWING:
            return shown | {"src": f"{base}.svg?v={palette}"}
        return shown | {
            "src": f"{base}.jpg",
            **{
                ending: ", ".join(f"{base}-{width}.{ending} {width}w" for width in self.widths)
                for ending in ("avif", "webp")
            },
        }


@dataclass(frozen=True, slots=True)
class Pictures:
    """The items that some texts refer to. ``languages``: of the page, then the company's first."""

    items: Mapping[UUID, Item]
    palette: str
    languages: Sequence[str]

    def resolved(self, body: Any) -> Any:
        """The JSON value with pictures in place of references; what is not there any more is an empty picture.

        For a video this is its poster; ``film`` has the video itself.
        """
        if is_reference(body):
            return self._picture(body)
        if isinstance(body, Mapping):
            return {key: self.resolved(value) for key, value in body.items()}
        if isinstance(body, list | tuple):
            return [self.resolved(value) for value in body]
        return body

    def _item(self, value: Any) -> Item | None:
        identity = as_id(value[KEY]) if is_reference(value) else None
        return self.items.get(identity) if identity else None

    def _picture(self, found: Mapping[str, Any]) -> dict[str, Any]:
        rest = {key: value for key, value in found.items() if key not in _REFERENCE}
        item = self._item(found)
        if item is None:
            return rest | {"alt": found.get("alt") or ""}
        film = self._film(item) if item.kind in FILMS else None
        if film is not None:
            rest = rest | (film.poster.model_dump() if film.poster else {}) | {"film": film.model_dump()}
        texts = [found.get("alt"), *(item.alt_texts.get(language) for language in self.languages)]
        return rest | item.picture(self.palette) | {"alt": next((text for text in texts if text), "")}

    def _film(self, item: Item) -> Film | None:
        poster = self.items.get(item.poster_id) if item.poster_id else None
        shown = Picture.model_validate(poster.picture(self.palette)) if poster else None
        if item.film_site and item.film_id:
            player = FilmLink(item.film_site, item.film_id).player
            return Film(player="embed", src=player, title=item.title, poster=shown)
        if item.stem is None:
            return None
        src = f"{FOLDER}{item.stem}.{item.film_ending}"
        return Film(player="file", src=src, title=item.title, poster=shown)


def film_at(url: str | None) -> Film | None:
    """The film of a URL set by the company: on a supported site, or a file. None for other URLs."""
    link = parse_link(url) if url else None
    if link is not None:
        return Film(player="embed", src=link.player, title="", poster=None)
    if not url or not re.fullmatch(r"(https://[^\s/]+)?/\S+\.(mp4|webm)", url.strip()):
        return None
    src = url.strip()
    try:
        return Film(player="file", src=src if src.startswith("/") else ascii_url(src), title="", poster=None)
    except ValueError:
        return None


def _percent(focus: tuple[int, int]) -> str:
    return f"{focus[0] / 10:g}% {focus[1] / 10:g}%"
