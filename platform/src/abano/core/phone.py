"""Phone numbers in E.164, checked against the countries' numbering plans (libphonenumber)."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat, ValidationResult

from abano.core.text import clean

# Separates a number from its extension, which E.164 does not have.
_EXTENSION = " ext. "
MAX_INPUT_LENGTH = 60
# Fewer could be part of a reference or an age.
MIN_DIGITS = 5
_LOOKS_LIKE_PHONE = re.compile(r"\+?[\d\s()./-]+")


@dataclass(frozen=True, slots=True)
class Phone:
    """``e164`` such as ``+995599123456``; ``extension``: its digits or empty; ``is_assigned``: a range in use."""

    e164: str
    extension: str
    is_assigned: bool

    def __str__(self) -> str:
        """As it is stored: the number, then the extension, if any."""
        return f"{self.e164}{_EXTENSION}{self.extension}" if self.extension else self.e164


def read_phone(typed: str, home_prefix: str) -> Phone | None:
    """Parse a typed number, in any script; ``home_prefix`` (+995) applies when it has no country code.

    None when the number of digits fits no country's plan. Numbers in unassigned ranges are accepted: plans change
    sooner than the library's copy of them.
    """
    number = _parsed(typed, home_prefix)
    if number is None:
        return None
    return Phone(
        phonenumbers.format_number(number, PhoneNumberFormat.E164),
        _digits(number.extension or ""),
        phonenumbers.is_valid_number(number),
    )


def stored_phone(typed: str, home_prefix: str) -> str:
    """The number as it is stored where free text is allowed: in E.164, or as typed if it cannot be parsed."""
    phone = read_phone(typed, home_prefix)
    return str(phone) if phone else clean(typed)


def dialled(stored: str) -> str:
    """The digits that a phone or a chat service dials, without an extension."""
    return "".join(filter(str.isdigit, stored.partition(_EXTENSION)[0]))


# A page of a list has the same numbers each time it is polled.
@lru_cache(maxsize=2_000)
def spaced(stored: str) -> str:
    """Format a stored number for display, such as ``+995 599 12 34 56``. Anything not in E.164 is unchanged."""
    number, mark, extension = stored.partition(_EXTENSION)
    if not (number.startswith("+") and number[1:].isdigit() and number.isascii()):
        return stored
    parsed = _parsed(number, "")
    if parsed is None:
        return stored
    national = phonenumbers.format_number(parsed, PhoneNumberFormat.INTERNATIONAL)
    return "".join(sign if sign.isdigit() or sign == "+" else " " for sign in national) + mark + extension


def phone_digits(searched: str) -> str:
    """The digits to search for when ``searched`` is a phone number or part of one, else an empty string.

    International and national dialling prefixes (00, 0) are left out: a stored number has neither.
    """
    text = clean(searched).replace("(0)", "")
    if not _LOOKS_LIKE_PHONE.fullmatch(text):
        return ""
    digits = _digits(text)
    return digits.lstrip("0") if len(digits) >= MIN_DIGITS else ""


def _digits(text: str) -> str:
    """The digits of any script as ASCII digits."""
    return "".join(str(unicodedata.digit(sign)) for sign in text if sign.isdigit())


def _parsed(typed: str, home_prefix: str) -> Any:
    text = clean(typed)
    if len(text) > MAX_INPUT_LENGTH:
        return None
    try:
        number = phonenumbers.parse(text, _region(home_prefix))
    except NumberParseException:
        return None
    # A number that is possible only locally has no area code and cannot be dialled from abroad.
    possible = phonenumbers.is_possible_number_with_reason(number) == ValidationResult.IS_POSSIBLE
    return number if possible else None


@lru_cache(maxsize=1_000)
def _region(home_prefix: str) -> str | None:
    code = home_prefix.strip().removeprefix("+")
    if not (code.isascii() and code.isdigit() and len(code) <= 3):
        return None
    region = phonenumbers.region_code_for_country_code(int(code))
    return None if region in {"ZZ", "001"} else region
