"""Email addresses in the normal form in which they are stored and compared."""

import re
from functools import lru_cache
from importlib.resources import files

import orjson
from email_validator import EmailNotValidError, validate_email

from abano.core.errors import Message, RefusedValue
from abano.core.text import clean

EMAIL_INVALID = Message("email_invalid", "Please enter a valid email address")
# A dot-atom of the letters that nearly everyone uses: the rest of the standard is the library's.
_PLAIN_LOCAL = re.compile(r"[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*")
EMAIL = re.compile(r"[^@\s]+@[^@\s]+[.][^@\s.]+|[^@\s]+@localhost")


def normal_email(text: str) -> str:
    """The address as it is stored and looked up: no invisible characters, and an international domain as ASCII.

    So ``ada@münchen.de``, ``ada@xn--mnchen-3ya.de`` and the same in full-width letters are one address, which any
    mail server accepts. Case is kept; comparisons fold it. A text that is not an address is only cleaned.
    """
    address = clean(text)
    if address.isascii():
        return address
    try:
        validated = validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        return address
    return f"{validated.local_part}@{validated.ascii_domain}"


def mailbox(address: str) -> str:
    """A key for addresses of the same mailbox: lower case, without a tag such as +cars."""
    local, _, domain = normal_email(address).lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def is_email(text: str) -> bool:
    """Whether an email could be sent there, judging by the form of the address."""
    return len(text) <= 254 and EMAIL.fullmatch(text) is not None


def check_email(value: str) -> str:
    """The address in its normal form. Raises ValueError when it is not one; no DNS lookup."""
    address = normal_email(value)
    local, at, domain = address.rpartition("@")
    # Of a plain address only the domain is in question, and few domains have most of the addresses.
    is_plain = at and len(address) <= 254 and len(local) <= 64 and _PLAIN_LOCAL.fullmatch(local)
    if not (_is_valid_domain(domain) if is_plain else _is_valid(address)):
        raise RefusedValue(EMAIL_INVALID())
    return address


def _is_valid(address: str) -> bool:
    try:
        validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        return False
    return True


@lru_cache(maxsize=10_000)
def _is_valid_domain(domain: str) -> bool:
    return _is_valid(f"a@{domain}")


# Mistyped domains of email addresses, by the providers that most people use. Shared with the booking form.

_KNOWN = orjson.loads(files("abano.core").joinpath("mail_domains.json").read_bytes())


def likely_email(email: str) -> str | None:
    """The likely correct email. None if this one looks correct. A guess: never reject because of it."""
    name, at, domain = email.strip().rpartition("@")
    likely = _likely_domain(domain.lower()) if at else None
    return f"{name}@{likely}" if likely else None


def is_provider(domain: str) -> bool:
    """Whether addresses of this domain belong to many people."""
    return domain in _KNOWN["providers"] or domain in _KNOWN["others"]


@lru_cache(maxsize=10_000)
def _likely_domain(domain: str) -> str | None:
    if is_provider(domain):
        return None
    likely = next((known for known in _KNOWN["providers"] if _is_one_slip(domain, known)), None)
    rest, _, ending = domain.rpartition(".")
    if likely is None and ending in _KNOWN["mistypedEndings"]:
        likely = f"{rest}.{_KNOWN['mistypedEndings'][ending]}"
    return likely


def _is_one_slip(typed: str, likely: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two neighbours are swapped."""
    start = next(
        (i for i, (a, b) in enumerate(zip(typed, likely, strict=False)) if a != b),
        min(len(typed), len(likely)),
    )
    one, other = typed[start:], likely[start:]
    is_swapped = one[:2] == other[1::-1] and one[2:] == other[2:]
    return one != other and (one[1:] in {other, other[1:]} or one == other[1:] or is_swapped)
