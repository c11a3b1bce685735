"""VAT numbers: format and check digits by country. Pure; no registry is asked."""

import re
from typing import Any

from stdnum import exceptions, get_cc_module
from stdnum.ch import uid
from stdnum.eu import vat as eu_vat

from abano.core.errors import Message, RefusedValue

WRONG_LENGTH = Message("vat_number_length", "A VAT number of this country has a different length")
WRONG_FORMAT = Message("vat_number_format", "This isn't the format of a VAT number of this country")
WRONG_CHECK_DIGIT = Message(
    "vat_number_check_digit", "The check digit doesn't match. Check the number for a typo"
)
# For countries the library does not support.
_ANY = re.compile(r"[0-9A-Z]{4,20}")
_GEORGIA = re.compile(r"(?:GE)?([0-9]{9}|[0-9]{11})")
_SEPARATORS = re.compile(r"[\s./-]+")


def checked_vat_number(country: str, typed: str) -> str:
    """The number without separators, with the country prefix in the EU. ``country``: two letters, or empty.

    Raises RefusedValue with the reason.
    """
    number = _SEPARATORS.sub("", typed.upper())
    try:
        if country.lower() in eu_vat.MEMBER_STATES:
            return _in_the_eu(country, number)
        if country == "CH" and not number.endswith(("MWST", "TVA", "IVA")):
            return str(uid.validate(number))
        module: Any = get_cc_module(country.lower(), "vat") if country else None
        if module is not None:
            return str(module.validate(number))
    except exceptions.InvalidLength as error:
        raise RefusedValue(WRONG_LENGTH()) from error
    except exceptions.InvalidChecksum as error:
        raise RefusedValue(WRONG_CHECK_DIGIT()) from error
    except exceptions.ValidationError as error:
        raise RefusedValue(WRONG_FORMAT()) from error
    pattern = _GEORGIA if country == "GE" else _ANY
    if not pattern.fullmatch(number):
        raise RefusedValue(WRONG_FORMAT())
    return number.removeprefix("GE") if country == "GE" else number


def _in_the_eu(country: str, number: str) -> str:
    prefix = "EL" if country == "GR" else country
    return str(eu_vat.validate(number if number.startswith(prefix) else prefix + number))
