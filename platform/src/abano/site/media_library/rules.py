"""Pure rules of the media library: names of files, alternative texts, and where something is used."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple
from uuid import UUID

# Raised when what is made of an original changes, so that new files get new names.
ENCODING = 1
NAME = re.compile(r"[0-9a-f]{20}(-[0-9]{1,4})?\.(avif|webp|jpg|svg|mp4|webm)")

Place = Literal["car", "place", "text", "brand", "quiz", "review", "film", "other"]
_PLACES: Mapping[str, Place] = {
    "cars": "car",
    "handover_places": "place",
    "site_documents": "text",
    "tenant_settings": "brand",
    "quiz_definitions": "quiz",
    "reviews": "review",
}


class PublicFile(NamedTuple):
    """``bytes`` long; ``digest`` is its name in the store."""

    digest: str
    content_type: str
    bytes: int


def stem_of(item_id: UUID, digest: str, crop: Mapping[str, int] | None) -> str:
    """What the names of an item's files begin with: another one for any other content."""
    parts = f"{ENCODING} {item_id} {digest} {sorted((crop or {}).items())}"
    return hashlib.sha256(parts.encode()).hexdigest()[:20]


def missing_languages(alt_texts: Mapping[str, str], languages: Sequence[str]) -> list[str]:
    """The site's languages without an alternative text."""
    return [language for language in languages if not alt_texts.get(language, "").strip()]


def title_of(file_name: str) -> str:
    """A title from the name of a file or the last part of a URL."""
    name = re.split(r"[/\\]", file_name.split("?", maxsplit=1)[0])[-1]
    words = re.sub(r"[_\s]+", " ", re.sub(r"\.[A-Za-z0-9]{1,5}$", "", name)).strip()
    return "".join(letter for letter in words if letter.isprintable())[:200]


def uses_of(found: Iterable[tuple[str, str, UUID]]) -> dict[UUID, list[tuple[Place, str]]]:
    """Where each item is used, from tables, names and the id that is named there; each place once."""
    uses: defaultdict[UUID, list[tuple[Place, str]]] = defaultdict(list)
    for table, name, item in found:
        use = (_PLACES.get(table, "other"), name)
        if use not in uses[item]:
            uses[item].append(use)
    return dict(uses)
