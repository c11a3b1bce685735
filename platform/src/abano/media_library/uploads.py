"""What comes from outside: recognised by its content, checked, and made ready to be kept."""

from dataclasses import dataclass

from abano.errors import InvalidInput
from abano.errors.messages import Message
from abano.kit.expensive_work import expensive
from abano.media.digests import digest_of
from abano.media_library import drawings, films, photographs
from abano.media_library.pictures import DRAWING, FILM_FILE, PHOTOGRAPH, Kind

SVG = "image/svg+xml"
FILE_TOO_LARGE = Message("file_too_large", "This file is too large: at most {megabytes, number} MB")

NO_VIDEO = Message("no_video", "This file is damaged or has no video. Export it again as MP4 or WebM.")


@dataclass(frozen=True, slots=True)
class Upload:
    """A content as it is kept. ``ending``: of what is served as it is; None where files are made of it."""

    kind: Kind
    content: bytes
    content_type: str
    digest: str
    width: int | None
    height: int | None
    ending: str | None


@expensive
def read_upload(content: bytes) -> Upload:
    """Takes processor time and memory. Raises InvalidInput."""
    film = films.film_type(content)
    if film is not None:
        _check_bytes(content, films.MOST_BYTES)
        if not films.has_video(content, film):
            raise InvalidInput.of("content", NO_VIDEO())
        kept = films.without_place(content) if film == films.MP4 else content
        return Upload(FILM_FILE, kept, film, digest_of(kept), None, None, film.removeprefix("video/"))
    if drawings.is_drawing(content):
        _check_bytes(content, drawings.MOST_BYTES)
        drawing = drawings.read_drawing(content)
        return Upload(DRAWING, content, SVG, digest_of(content), drawing.width, drawing.height, "svg")
    _check_bytes(content, photographs.MOST_BYTES)
    original = photographs.read_original(content)
    return Upload(
        PHOTOGRAPH,
        original.content,
        original.content_type,
        digest_of(original.content),
        original.width,
        original.height,
        None,
    )


def _check_bytes(content: bytes, most: int) -> None:
    if len(content) > most:
        raise InvalidInput.of("content", FILE_TOO_LARGE(megabytes=most // 1_000_000))
