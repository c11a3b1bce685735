"""Which language somebody is spoken to in, of those that a company speaks. Pure."""

from collections.abc import Sequence


def spoken(wanted: str | None, languages: Sequence[str]) -> str | None:
    """The wanted language if the company speaks it, else None: then it is its first."""
    return wanted if wanted in languages else None


def path_prefix(language: str | None, languages: Sequence[str]) -> str:
    """What the paths of a language's pages begin with: nothing for the first, ``/ka`` for another."""
    return "" if spoken(language, languages[1:]) is None else f"/{language}"
