"""E-mail addresses in the normal form in which they are stored and compared."""

import re

from email_validator import EmailNotValidError, validate_email

from abano.errors.messages import Message, RefusedValue
from abano.kit.names import clean

EMAIL_INVALID = Message("email_invalid", "Please enter a valid email address")
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
    """What addresses of one mailbox have in common: lower case, without a tag such as +cars."""
    local, _, domain = normal_email(address).lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def is_email(text: str) -> bool:
    """Whether an email could be sent there, judging by the form of the address."""
    return len(text) <= 254 and EMAIL.fullmatch(text) is not None


def check_email(value: str) -> str:
    """The address in its normal form. Raises ValueError when it is not one; no DNS lookup."""
    address = normal_email(value)
    try:
        validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        raise RefusedValue(EMAIL_INVALID()) from None
    return address
