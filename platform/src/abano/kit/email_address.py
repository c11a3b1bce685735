"""E-mail addresses in the one form in which they are stored, compared and written to."""

import re

from email_validator import EmailNotValidError, validate_email

from abano.kit.names import clean

EMAIL_MESSAGE = "Please enter a valid email address"
EMAIL = re.compile(r"[^@\s]+@[^@\s]+[.][^@\s.]+|[^@\s]+@localhost")


def normal_email(text: str) -> str:
    """The address as it is stored and looked up: nothing invisible, and an international domain by its ASCII name.

    So ``ada@münchen.de``, ``ada@xn--mnchen-3ya.de`` and the same in wide letters are one address, which any mail
    server takes. Case stays; whoever compares folds it. A text that is no address is only cleaned.
    """
    address = clean(text)
    if address.isascii():
        return address
    try:
        found = validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        return address
    return f"{found.local_part}@{found.ascii_domain}"


def is_email(text: str) -> bool:
    """Whether an email could be sent there, as far as the form of an address tells."""
    return len(text) <= 254 and EMAIL.fullmatch(text) is not None


def check_email(value: str) -> str:
    """The address in its normal form when it may be one; nothing is looked up."""
    address = normal_email(value)
    try:
        validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        raise ValueError(EMAIL_MESSAGE) from None
    return address
