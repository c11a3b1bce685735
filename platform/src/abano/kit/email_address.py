"""E-mail addresses in the normal form in which they are stored and compared."""

import re

from email_validator import SPECIAL_USE_DOMAIN_NAMES, EmailNotValidError, validate_email

from abano.kit.names import clean

EMAIL_MESSAGE = "Please enter a valid email address"
EMAIL = re.compile(r"[^@\s]+@[^@\s]+[.][^@\s.]+|[^@\s]+@localhost")
_PLAIN_EMAIL = re.compile(
    r"(?=[^@]{1,64}@)[A-Za-z0-9]+(?:[._+-][A-Za-z0-9]+)*@(?:[A-Za-z0-9]{1,30}(?:-[A-Za-z0-9]{1,30})?\.){1,3}[A-Za-z]{2,24}"
)
_SPECIAL_ENDS = tuple(f"{mark}{name}" for name in SPECIAL_USE_DOMAIN_NAMES for mark in "@.")


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


def is_email(text: str) -> bool:
    """Whether an email could be sent there, judging by the form of the address."""
    return len(text) <= 254 and EMAIL.fullmatch(text) is not None


def check_email(value: str) -> str:
    """The address in its normal form. Raises ValueError when it is not one; no DNS lookup."""
    address = normal_email(value)
    if _PLAIN_EMAIL.fullmatch(address) and not address.lower().endswith(_SPECIAL_ENDS):
        return address  # the usual case; the full check costs more than computing the price
    try:
        validated = validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        raise ValueError(EMAIL_MESSAGE) from None
    return f"{validated.local_part}@{validated.ascii_domain}"
