"""Schemas of a company's domains."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from abano.company.domains.service import Domain
from abano.company.settings.values import domain_name
from abano.core.api_model import ApiModel, SuccessResponse


class DomainRequest(ApiModel):
    host: Annotated[str, Field(min_length=1, max_length=253), AfterValidator(domain_name)]


class DnsRecord(ApiModel):
    kind: Literal["TXT", "CNAME"]
    name: str
    value: str


class CertificateOut(ApiModel):
    """``none``: no site answers there by TLS. ``problem``: why it is not valid."""

    state: Literal["valid", "invalid", "none"]
    issuer: str | None = None
    until: datetime | None = None
    problem: str | None = None


class DomainOut(ApiModel):
    """``records``: any one of them proves whose the domain is, and the CNAME leads it here, too.

    ``dns``: ``taken`` if another company has it; ``unknown`` where this installation does not know its own addresses.
    """

    host: str
    is_served: bool
    is_primary: bool
    is_local: bool
    records: list[DnsRecord]
    checked_at: datetime | None
    is_being_checked: bool
    dns: Literal["here", "elsewhere", "missing", "unknown", "taken"] | None
    addresses: list[str]
    certificate: CertificateOut | None

    @classmethod
    def of(cls, domain: Domain, now: datetime) -> "DomainOut":
        check = domain.check
        dns: dict[str, Any] = check.dns if check else {}
        return cls(
            host=domain.host,
            is_served=domain.is_served,
            is_primary=domain.is_primary,
            is_local=not domain.records,
            records=[DnsRecord(kind=item.kind, name=item.name, value=item.value) for item in domain.records],
            checked_at=check.checked_at if check else None,
            is_being_checked=check is not None and check.due_at <= now,
            dns=dns.get("state"),
            addresses=dns.get("addresses", []),
            certificate=CertificateOut.model_validate(check.certificate)
            if check and check.certificate
            else None,
        )


class DomainsResponse(SuccessResponse):
    domains: list[DomainOut]
