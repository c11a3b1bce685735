"""Files of the built frontend: assets with their precompressed twins, pictures in the company's colours."""

import gzip
import mimetypes
import re
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from abano.site.pages.schemas import Colors
from abano.web.requests import etag_of

PALETTE = re.compile(rb"<style>:root\{[^}]*\}</style>")
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_ENTRY = re.compile(rb"--([a-z0-9-]+):([^;}]+)")
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
CACHED_PICTURES = 400
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webp": "image/webp",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file to send, and the encoding it is in."""

    path: Path
    media_type: str
    encoding: str | None


@dataclass(frozen=True, slots=True)
class Picture:
    body: bytes
    zipped: bytes | None
    media_type: str
    etag: str


class FrontendFiles:
    """Files of the frontend's folder by name, listed at startup and again after a new build.

    A requested name is only looked up: resolving a long path on the disk would take tenths of a second.
    """

    def __init__(self, folder: Path) -> None:
        self._root = folder.resolve()
        self._stamp = -1
        self._listed: dict[str, Path] = {}
        self._pictures: OrderedDict[tuple[str, str], Picture] = OrderedDict()
        self._files()

    def asset(self, name: str, accept_encoding: str) -> Asset | None:
        """The file at ``name`` in the best encoding the browser accepts. None if it does not exist."""
        path = self._files().get(name)
        if path is None:
            return None
        media_type = media_type_of(path)
        for encoding, suffix in _ENCODINGS:
            twin = self._files().get(name + suffix)
            if twin is not None and accepts(accept_encoding, encoding):
                return Asset(twin, media_type, encoding)
        return Asset(path, media_type, None)

    def url_of(self, name: str) -> str | None:
        """The URL of the built script ``name``, whose file name has a digest. None if it is not built."""
        found = (
            each for each in self._files() if each.startswith(f"assets/{name}-") and each.endswith(".js")
        )
        return next((f"/{each}" for each in found), None)

    def picture(self, name: str, colors: Colors) -> Picture | None:
        """A picture; a drawing gets the company's colours in the one line that holds its palette."""
        path = self._files().get(f"drawings/{name}")
        if path is None:
            return None
        is_drawing = path.suffix == ".svg"
        key = (name, colors.model_dump_json() if is_drawing else "")
        picture = self._pictures.get(key)
        if picture is None:
            body = path.read_bytes()
            if is_drawing:
                body = in_colors(body, colors)
            small = zipped(body) if is_drawing else None
            etag = etag_of(body)
            picture = self._pictures[key] = Picture(body, small, media_type_of(path), etag)
            if len(self._pictures) > CACHED_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return picture

    def _files(self) -> dict[str, Path]:
        try:
            stamp = (self._root / "index.html").stat().st_mtime_ns
        except FileNotFoundError:
            stamp = 0
        if stamp != self._stamp:
            # A link in the folder leads nowhere else.
            found = (path for path in self._root.rglob("*") if path.is_file())
            self._listed = {
                path.relative_to(self._root).as_posix(): path
                for path in found
                if path.resolve().is_relative_to(self._root)
            }
            self._stamp = stamp
            self._pictures.clear()
        return self._listed


def zipped(body: bytes) -> bytes:
    """Compressed, always to the same bytes."""
    return gzip.compress(body, mtime=0)


def in_colors(drawing: bytes, colors: Colors) -> bytes:
    """The drawing with palette names replaced by the brand's values. Other colours are kept."""
    brand = {
        name.encode(): str(value).encode()
        for name, value in colors.model_dump().items()
        if _COLOR.fullmatch(str(value))
    }

    def swap(entry: re.Match[bytes]) -> bytes:
        name, value = entry.groups()
        return b"--" + name + b":" + brand.get(name, value)

    return PALETTE.sub(lambda line: _ENTRY.sub(swap, line.group()), drawing, count=1)


def accepts(accept_encoding: str, encoding: str) -> bool:
    """Whether an Accept-Encoding header allows ``encoding``."""
    for item in accept_encoding.lower().split(","):
        name, _, parameter = item.strip().partition(";")
        if name == encoding:
            return parameter.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def media_type_of(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
