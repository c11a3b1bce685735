"""The public contract of the media library in the console."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import Message, RefusedValue
from abano.site.media_library.pictures import Film, Kind, Picture
from abano.site.media_library.rules import Place

MAX_TITLE_LENGTH, MAX_ALT_LENGTH = 200, 300
PART_BYTES = 1_000_000
MAX_PARTS = 40
CROP_OUTSIDE = Message("crop_outside", "The crop must be inside the image")
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z]{2,4})?$")]
Thousandths = Annotated[int, Field(ge=0, le=1000)]


class MediaCrop(ApiModel):
    """A part of the original, in thousandths of its width and height."""

    x: Thousandths
    y: Thousandths
    width: Annotated[int, Field(ge=20, le=1000)]
    height: Annotated[int, Field(ge=20, le=1000)]

    @model_validator(mode="after")
    def _stays_inside(self) -> "MediaCrop":
        if self.x + self.width > 1000 or self.y + self.height > 1000:
            raise RefusedValue(CROP_OUTSIDE())
        return self


class MediaUse(ApiModel):
    """Where something is used: ``name`` is that of the car, the kind of the text, or what it is called there."""

    place: Place
    name: str


class MediaItemView(ApiModel):
    """``missing_alts``: languages of the site without a text. ``unused_since``: after a month it is deleted."""

    id: UUID
    kind: Kind
    state: Literal["processing", "ready", "failed"]
    title: str
    picture: Picture
    film: Film | None
    alt_texts: dict[str, str]
    missing_alts: list[str]
    focus_x: int
    focus_y: int
    crop: MediaCrop | None
    poster_id: UUID | None
    bytes: int
    original_width: int | None
    original_height: int | None
    uses: list[MediaUse]
    unused_since: datetime | None
    created_at: datetime


class MediaItemResponse(SuccessResponse):
    item: MediaItemView


class MediaListResponse(SuccessResponse):
    """``next_cursor``: of the following page; null on the last one."""

    items: list[MediaItemView]
    next_cursor: str | None
    languages: list[str]
    used_bytes: int
    max_bytes: int


class MediaDoneResponse(SuccessResponse):
    pass


class MediaFileRequest(ApiModel):
    """A file that was sent in parts, by their digests in order; ``title`` is taken from ``name``."""

    name: Annotated[str, StringConstraints(max_length=300)] = ""
    parts: Annotated[list[Digest], Field(min_length=1, max_length=MAX_PARTS)]


class MediaLinkRequest(ApiModel):
    """The URL of a picture or film file, or of a film at YouTube or Vimeo."""

    url: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]


class MediaItemRequest(ApiModel):
    """The editable fields of an item. ``alt_texts`` by language; a null ``crop`` shows the whole picture."""

    title: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_TITLE_LENGTH)]
    alt_texts: Annotated[
        dict[Language, Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_ALT_LENGTH)]],
        Field(max_length=20),
    ] = Field(default_factory=dict)
    focus_x: Thousandths = 500
    focus_y: Thousandths = 500
    crop: MediaCrop | None = None
    poster_id: UUID | None = None
