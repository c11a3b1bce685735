"""Pure rules of visits: address filters and excluded networks."""

import re
from ipaddress import IPv4Network, IPv6Network, ip_network

ADDRESS_PART = re.compile(r"[0-9a-fA-F.:]{1,45}")
MOST_EXCLUDED = 50


def address_filter(text: str) -> str | IPv4Network | IPv6Network:
    """Parse a network such as 192.0.2.0/24 or an address prefix such as 192.0. Raises ValueError."""
    if "/" in text:
        return network(text)
    if not ADDRESS_PART.fullmatch(text):
        raise ValueError("Please enter the beginning of an address, or a network such as 192.0.2.0/24")
    return text.lower()


def network(text: str) -> IPv4Network | IPv6Network:
    """Parse an address or a network. Raises ValueError."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise ValueError(f"{text.strip()[:60]} is neither an address nor a network") from error
