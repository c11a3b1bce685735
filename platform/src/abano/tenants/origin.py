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
    if tenant.primary_host.endswith("localhost"):
        return f"http://{tenant.primary_host}:{port}"
    return f"https://{tenant.primary_host}"
