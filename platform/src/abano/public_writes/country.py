"""The country that an internet address is of, from a file of the package geoacumen. Nothing is asked of anybody."""

import re
from functools import cache

import geoacumen
import maxminddb

_CODE = re.compile("[A-Z]{2}")


def country_of(address: str | None) -> str | None:
    """Two letters such as GE; None for an address of no country, and for none. The address is not kept."""
    if address is None:
        return None
    try:
        found = _countries().get(address)
    except ValueError:
        return None
    country = found.get("country") if isinstance(found, dict) else None
    code = country.get("iso_code") if isinstance(country, dict) else None
    # The file says None in so many letters.
    return code if isinstance(code, str) and _CODE.fullmatch(code) else None


@cache
def _countries() -> maxminddb.Reader:
    """Opened when first needed, and mapped: its ten megabytes are shared by all processes."""
    return maxminddb.open_database(geoacumen.db_path, maxminddb.MODE_MMAP)
