"""Films: links to YouTube and Vimeo, and files of the company. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal
from urllib.parse import parse_qs, urlsplit

FilmSite = Literal["youtube", "vimeo"]
MP4, WEBM = "video/mp4", "video/webm"
MAX_BYTES = 40_000_000

_YOUTUBE_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_VIMEO_ID = re.compile(r"\d{6,12}")
_YOUTUBE_HOSTS = frozenset({"youtube.com", "youtube-nocookie.com"})
_MP4_BRANDS = frozenset(
    {b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ", b"dash", b"mp71"}
)
# MP4 boxes with location, time and camera metadata.
_ABOUT = frozenset({b"udta", b"meta"})
_NESTED = frozenset({b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts"})
_TRACK_TYPE, _CLUSTER = b"\x83", b"\x1fC\xb6u"
_NESTED_ELEMENTS = frozenset({b"\x18S\x80g", b"\x16T\xaek", b"\xae"})  # Segment, Tracks, TrackEntry
# Real films have some hundred parts, six deep; those in fragments some thousand.
MAX_PARTS, MAX_DEPTH = 50_000, 8


@dataclass(frozen=True, slots=True)
class FilmLink:
    site: FilmSite
    id: str

    @property
    def player(self) -> str:
        """The URL of the player that sets no cookies and suggests no films of others."""
        if self.site == "youtube":
            return f"https://www.youtube-nocookie.com/embed/{self.id}?rel=0"
        return f"https://player.vimeo.com/video/{self.id}?dnt=1"


def parse_link(url: str) -> FilmLink | None:
    """The film of a copied URL. None for any other site."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"}:
        return None
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.")
    steps = [step for step in parts.path.split("/") if step]
    last = steps[-1] if steps else ""
    if host == "youtu.be":
        return _youtube(last)
    if host in _YOUTUBE_HOSTS:
        return _youtube(parse_qs(parts.query).get("v", [last])[0])
    if host in {"vimeo.com", "player.vimeo.com"}:
        number = next((step for step in steps if _VIMEO_ID.fullmatch(step)), None)
        return FilmLink("vimeo", number) if number else None
    return None


def _youtube(film: str) -> FilmLink | None:
    return FilmLink("youtube", film) if _YOUTUBE_ID.fullmatch(film) else None


def film_type(content: bytes) -> str | None:
    """The film format detected from the content. None for other files."""
    if content[4:8] == b"ftyp" and content[8:12] in _MP4_BRANDS:
        return MP4
    if content.startswith(b"\x1aE\xdf\xa3") and b"webm" in content[:64]:
        return WEBM
    return None


def has_video(content: bytes, kind: str) -> bool:
    """Whether a file of this type has a video track and frames, and was not cut off before them."""
    if kind == WEBM:
        elements = list(islice(_elements(content, 0, len(content)), MAX_PARTS))
        is_video = any(each == _TRACK_TYPE and content[start:end] == b"\1" for each, start, end in elements)
        return is_video and any(each == _CLUSTER for each, _, _ in elements)
    boxes = list(islice(_boxes(content, 0, len(content)), MAX_PARTS + 1))
    # Anything after the last box that is read would keep its metadata.
    if len(boxes) > MAX_PARTS:
        return False
    found = {content[name : name + 4] for name, _, _ in boxes}
    handlers = {
        content[start + 8 : start + 12] for name, start, _ in boxes if content[name:].startswith(b"hdlr")
    }
    return {b"moov", b"trak", b"mdat"} <= found and b"vide" in handlers


def without_place(content: bytes) -> bytes:
    """The MP4 with location, time and camera metadata blanked. Box sizes, and so offsets, are kept."""
    cleaned = bytearray(content)
    for name, start, end in _boxes(content, 0, len(content)):
        if content[name : name + 4] in _ABOUT:
            cleaned[name : name + 4] = b"free"
            cleaned[start:end] = bytes(end - start)
    return bytes(cleaned)


def _boxes(content: bytes, start: int, end: int, depth: int = 0) -> Iterator[tuple[int, int, int]]:
    """Of each whole box of an MP4 the place of its four letters, begin and end of what is in it; nested ones too."""
    while start + 8 <= end:
        size, head = int.from_bytes(content[start : start + 4]), 8
        if size == 1:
            size, head = int.from_bytes(content[start + 8 : start + 16]), 16
        elif size == 0:
            size = end - start
        if size < head or start + size > end:
            return
        yield start + 4, start + head, start + size
        if content[start + 4 : start + 8] in _NESTED and depth < MAX_DEPTH:
            yield from _boxes(content, start + head, start + size, depth + 1)
        start += size


def _elements(content: bytes, start: int, end: int, depth: int = 0) -> Iterator[tuple[bytes, int, int]]:
    """Id, begin and end of each whole element of a WebM (EBML, RFC 8794); those of its tracks too."""
    while start + 2 <= end and content[start]:
        name = content[start : start + _length(content[start])]
        start += len(name)
        if start >= end or not content[start]:
            return
        length = _length(content[start])
        unknown = (1 << 7 * length) - 1
        size = int.from_bytes(content[start : start + length]) & unknown
        start += length
        if size == unknown:
            size = end - start
        if start + size > end:
            return
        yield name, start, start + size
        if name in _NESTED_ELEMENTS and depth < MAX_DEPTH:
            yield from _elements(content, start, start + size, depth + 1)
        start += size


def _length(first: int) -> int:
    """Of a number of an EBML file, in bytes, by its first byte."""
    return 9 - first.bit_length()
