"""Pure rules of visits: address filters and excluded networks."""

import re
from ipaddress import IPv4Network, IPv6Network, ip_network

from abano.errors.messages import Message, RefusedValue

ADDRESS_PART = re.compile(r"[0-9a-fA-F.:]{1,45}")
MOST_EXCLUDED = 50
NOT_AN_ADDRESS_PART = Message(
    "not_an_address_part", "Please enter the beginning of an address, or a network such as 192.0.2.0/24"
)
NOT_AN_ADDRESS = Message("not_an_address", "{text} is neither an address nor a network")
TOO_MANY_ADDRESSES = Message(
    "too_many_addresses",
    "At most {max, plural, one {# address} other {# addresses}} can be excluded",
)


def address_filter(text: str) -> str | IPv4Network | IPv6Network:
    """Parse a network such as 192.0.2.0/24 or an address prefix such as 192.0. Raises ValueError."""
    if "/" in text:
        return network(text)
    if not ADDRESS_PART.fullmatch(text):
        raise RefusedValue(NOT_AN_ADDRESS_PART())
    return text.lower()


def network(text: str) -> IPv4Network | IPv6Network:
    """Parse an address or a network. Raises ValueError."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise RefusedValue(NOT_AN_ADDRESS(text=text.strip()[:60])) from error
