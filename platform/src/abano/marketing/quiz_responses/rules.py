"""Which written answers a list has. Pure."""

from dataclasses import dataclass
from typing import Literal

WrittenKind = Literal["text", "contact"]
ContactState = Literal["open", "done"]


@dataclass(frozen=True, slots=True)
class Filters:
    """``search``: part of the words; ``state``: of contacts. Empty means all."""

    kind: WrittenKind
    search: str = ""
    state: ContactState | None = None
