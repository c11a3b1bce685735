"""The public origin of a company's site."""

from collections.abc import Mapping
from typing import Any

from abano.tenants.tenant import Tenant


def public_origin(tenant: Tenant, contacts: Mapping[str, Any], port: int) -> str:
    """The site's public origin: as configured, else the primary domain, with TLS unless it is local.

    ``port`` is this server's, for local hosts.
    """
    if configured := str(contacts.get("publicOrigin") or ""):
        return configured.rstrip("/")
    return host_origin(tenant.primary_host, port)


def host_origin(host: str, port: int) -> str:
    """The origin of a domain: with TLS, unless it is local to this server's ``port``."""
    return f"http://{host}:{port}" if host.endswith("localhost") else f"https://{host}"
