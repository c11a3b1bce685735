"""Mistyped domains of email addresses, by the providers that most people use. Shared with the booking form."""

from functools import lru_cache
from importlib.resources import files

import orjson

_KNOWN = orjson.loads(files("abano.kit").joinpath("mail_domains.json").read_bytes())


def likely_address(email: str) -> str | None:
    """The address that was probably meant; None where this one looks right. It is a guess: never refuse by it."""
    name, at, domain = email.strip().rpartition("@")
    meant = _likely_domain(domain.lower()) if at else None
    return f"{name}@{meant}" if meant else None


@lru_cache(maxsize=10_000)
def _likely_domain(domain: str) -> str | None:
    if domain in _KNOWN["providers"] or domain in _KNOWN["others"]:
        return None
    meant = next((known for known in _KNOWN["providers"] if _is_one_slip(domain, known)), None)
    rest, _, ending = domain.rpartition(".")
    if meant is None and ending in _KNOWN["mistypedEndings"]:
        meant = f"{rest}.{_KNOWN['mistypedEndings'][ending]}"
    return meant


def _is_one_slip(typed: str, meant: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two neighbours are swapped."""
    start = next(
        (i for i, (a, b) in enumerate(zip(typed, meant, strict=False)) if a != b), min(len(typed), len(meant))
    )
    one, other = typed[start:], meant[start:]
    is_swapped = one[:2] == other[1::-1] and one[2:] == other[2:]
    return one != other and (one[1:] in {other, other[1:]} or one == other[1:] or is_swapped)
