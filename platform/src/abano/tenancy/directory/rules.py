"""Pure rules of a company and its visits: which are excluded, which sites share click ids, who is one visitor."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

# Documents of a new company's starter content, which its owner replaces before the site opens.
LEGAL = ("terms-of-service", "privacy-policy")


@dataclass(frozen=True, slots=True)
class TrafficSettings:
    """``own_hosts``: the company's hosts on this platform. ``click_id_domains``: includes its other sites.

    ``unconfirmed_per_ip`` and ``unconfirmed_per_contact``: maximum per visitor. 0: unlimited.
    """

    public_writes_per_minute: int
    excluded: tuple[IPv4Network | IPv6Network, ...]
    click_id_domains: tuple[str, ...]
    own_hosts: tuple[str, ...]
    consent_required: bool = False
    unconfirmed_per_ip: int = 0
    unconfirmed_per_contact: int = 0

    def excludes(self, ip: str | None) -> bool:
        """Whether an address is one of the company's excluded addresses."""
        if ip is None or not self.excluded:
            return False
        parsed = ip_address(ip)
        return any(parsed in network for network in self.excluded if network.version == parsed.version)

    def sister_hosts(self) -> frozenset[str]:
        """Host names, in lower case and without port, of all sites that share click ids."""
        return frozenset(host.lower().partition(":")[0] for host in (*self.own_hosts, *self.click_id_domains))


@lru_cache(maxsize=10_000)
def limit_subject(ip: str) -> str:
    """The subject of rate limits: an IPv4 address, or the /64 network of an IPv6 address."""
    parsed = ip_address(ip)
    return ip if parsed.version == 4 else str(ip_network((parsed, 64), strict=False))


def minute_of(now: datetime) -> datetime:
    return datetime.fromtimestamp(now.timestamp() // 60 * 60, UTC)
