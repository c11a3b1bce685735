"""Pure rules of reviews: states, limits, and the average of ratings."""

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Literal

State = Literal["new", "published", "hidden"]
MAX_RATING = 5
MAX_AUTHOR, MAX_TEXT, MAX_SOURCE, MAX_URL = 80, 3_000, 60, 500
MAX_REASON, MAX_ANSWER = 300, 2_000


@dataclass(frozen=True, slots=True)
class Ratings:
    """Published ratings: their sum and their number."""

    total: int = 0
    count: int = 0

    def __add__(self, other: "Ratings") -> "Ratings":
        return Ratings(self.total + other.total, self.count + other.count)

    @property
    def average(self) -> float:
        """To one decimal, half up; 0 without ratings."""
        return (self.total * 20 + self.count) // (self.count * 2) / 10 if self.count else 0.0


def digest_of(source: str, author: str, written_on: date, text: str) -> bytes:
    """The same for the same row of a file, whatever its spaces and letter case."""
    parts = (source, author, written_on.isoformat(), text)
    return hashlib.sha256("\n".join(" ".join(part.split()).casefold() for part in parts).encode()).digest()
