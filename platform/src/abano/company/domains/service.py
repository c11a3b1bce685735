"""Use cases of a company's domains. Records are looked up by the worker, with no transaction open."""

import asyncio
import ssl
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

import dns.asyncresolver
import dns.exception
import dns.rdatatype
import httpx

from abano.accounts.access.principals import OPERATOR, Actor
from abano.accounts.audit.service import record
from abano.company.domains.repository import DomainRepository, tenants_with_due_domains
from abano.company.domains.rules import (
    LATER,
    PATIENCE,
    PROOF_NAME,
    SOON,
    Found,
    Record,
    alias_of,
    dns_state,
    is_local,
    is_proved,
    proof_of,
    records_of,
)
from abano.core.config import Settings
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.public_ip import Network, resolve_public_ips
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.tenancy.directory.models import DomainCheck
from abano.tenancy.directory.service import DomainTaken
from abano.tenancy.directory.tenant import Tenant, load_tenant
from abano.tenancy.plans.service import check_limit

# Questions about a domain to the outside: its records, and its certificate. Asked by the worker alone.

TIMEOUT_SECONDS = 6.0
HTTPS = 443
Certificate = dict[str, Any]
NO_CERTIFICATE: Certificate = {"state": "none"}


class Lookups(Protocol):
    """What is asked of the outside about a host."""

    async def records(self, host: str) -> Found:
        """What cannot be found out is empty."""

    async def certificate(self, host: str) -> Certificate: ...


class PublicLookups:
    """Queries the system's name servers, and the host itself over TLS if it is on the public internet."""

    def __init__(self, allowed: Sequence[Network] = (), *, port: int = HTTPS) -> None:
        self._allowed = allowed
        self._port = port

    async def records(self, host: str) -> Found:
        aliases, texts, four, six = await asyncio.gather(
            self._ask(host, "CNAME"),
            self._ask(f"{PROOF_NAME}.{host}", "TXT"),
            self._ask(host, "A"),
            self._ask(host, "AAAA"),
        )
        return Found(aliases, texts, (*four, *six))

    async def certificate(self, host: str) -> Certificate:
        """Its state, issuer, last day, and what is wrong with it."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._certificate(host)
        except ssl.SSLCertVerificationError as error:
            return {"state": "invalid", "problem": str(error.verify_message)[:200]}
        except (OSError, TimeoutError, ssl.SSLError, httpx.RequestError):
            return NO_CERTIFICATE

    async def _certificate(self, host: str) -> Certificate:
        [address, *_] = await resolve_public_ips(host, self._port, allowed=self._allowed)
        _, writer = await asyncio.open_connection(
            str(address), self._port, ssl=ssl.create_default_context(), server_hostname=host
        )
        try:
            shown = writer.get_extra_info("peercert") or {}
        finally:
            writer.close()
        issuer = {name: value for part in shown.get("issuer", ()) for name, value in part}
        until = datetime.fromtimestamp(ssl.cert_time_to_seconds(shown["notAfter"]), UTC)
        return {
            "state": "valid",
            "issuer": str(issuer.get("organizationName") or issuer.get("commonName") or "")[:200],
            "until": until.isoformat(),
        }

    async def _ask(self, name: str, kind: str) -> tuple[str, ...]:
        try:
            resolver = dns.asyncresolver.get_default_resolver()
            answer = await resolver.resolve(name, kind, lifetime=TIMEOUT_SECONDS, search=False)
        except (dns.exception.DNSException, OSError, UnicodeError):
            return ()
        if answer.rdtype == dns.rdatatype.TXT:
            # A long TXT record is split into several strings.
            return tuple(b"".join(item.strings).decode("utf-8", "replace") for item in answer)
        return tuple(item.to_text() for item in answer)


MAX_DOMAINS = 20
TOO_MANY_DOMAINS = Message("too_many_domains", "A company has at most {most, number} domains")


class DomainsKeptByOperator(Conflict):
    """Only the platform operator can change this company's domains."""


class DomainNotProved(Conflict):
    """This domain isn't verified yet."""


class PrimaryDomainStays(Conflict):
    """This is the main domain. Make another one the main domain first."""


@dataclass(frozen=True, slots=True)
class Domain:
    """``is_served``: the site is there. ``records``: what to enter for it. ``check``: None before the first look."""

    host: str
    is_served: bool
    is_primary: bool
    records: list[Record]
    check: DomainCheck | None


class Domains:
    """The domains of one company within a unit of work."""

    def __init__(self, uow: UnitOfWork, settings: Settings, tenant: Tenant) -> None:
        self._uow = uow
        self._settings = settings
        self._tenant = tenant
        self._repository = DomainRepository(uow)

    async def all(self) -> list[Domain]:
        """Those at which the site is, the main one first, then those that wait for their proof."""
        checks = {check.host: check for check in await self._repository.checks()}
        served = [
            Domain(row.host, True, row.is_primary, self._records(row.host), checks.pop(row.host, None))
            for row in await self._repository.own()
        ]
        return served + [
            Domain(host, False, False, self._records(host), check) for host, check in checks.items()
        ]

    async def request(self, actor: Actor, host: str, now: datetime) -> None:
        """Add a domain, which is served once it is proved. Raises InvalidInput, PlanLimitReached."""
        domains = await self.all()
        if host in {domain.host for domain in domains}:
            return
        if len(domains) >= MAX_DOMAINS:
            raise InvalidInput.of("host", TOO_MANY_DOMAINS(most=MAX_DOMAINS))
        await check_limit(self._uow, "domains")
        await self._repository.request(host, actor.admin_id, now)
        await self._record(actor, "domain.requested", host, now)

    async def look_again(self, host: str, now: datetime) -> None:
        """Let the worker look now. Raises NotFound."""
        domain = await self._domain(host)
        await self._repository.request(host, None, now, is_proved=domain.is_served)
        await self._repository.note(host, due_at=now)

    async def make_primary(self, actor: Actor, host: str, now: datetime) -> None:
        """Let links in emails and search engines name this domain. Raises NotFound, DomainNotProved."""
        domain = await self._domain(host)
        if not domain.is_served:
            raise DomainNotProved
        if not domain.is_primary:
            await self._repository.make_primary(host)
            await self._record(actor, "domain.made_primary", host, now)

    async def remove(self, actor: Actor, host: str, now: datetime) -> None:
        """Raises NotFound, PrimaryDomainStays."""
        domain = await self._domain(host)
        if domain.is_primary:
            raise PrimaryDomainStays
        await self._repository.remove(host)
        await self._record(actor, "domain.removed", host, now)

    async def _domain(self, host: str) -> Domain:
        for domain in await self.all():
            if domain.host == host:
                return domain
        raise NotFound

    def _records(self, host: str) -> list[Record]:
        return [] if is_local(host) else records_of(host, *self._proof(host))

    def _proof(self, host: str) -> tuple[str, str]:
        return proof_and_alias(self._settings, self._tenant, host)

    async def _record(self, actor: Actor, action: str, host: str, now: datetime) -> None:
        await record(self._uow, actor, action, subject=("domain", host), after={"host": host}, now=now)


def proof_and_alias(settings: Settings, tenant: Tenant, host: str) -> tuple[str, str]:
    secret = settings.secret_key.get_secret_value()
    return proof_of(secret, tenant.id, host), alias_of(tenant.slug, settings.domain_target)


async def check_not_placed(db: Database, tenant_id: TenantId) -> None:
    """The directory of hosts is on the first cluster, and a company's rows may be on another.

    Raises DomainsKeptByOperator.
    """
    if (await db.cluster_of(tenant_id)).name:
        raise DomainsKeptByOperator


async def look_at_domains(
    db: Database,
    settings: Settings,
    tenant_id: TenantId,
    lookups: Lookups,
    ours: Collection[str],
    now: datetime,
) -> None:
    """Look up what is due of a company, and serve the site where a domain was proved to be its own."""
    tenant = await load_tenant(db, tenant_id)
    if tenant is None:
        return
    async with db.uow(tenant_id) as uow:
        due = await DomainRepository(uow).due(now)
    for check in due:
        proof, alias = proof_and_alias(settings, tenant, check.host)
        found, certificate = await asyncio.gather(
            lookups.records(check.host), lookups.certificate(check.host)
        )
        dns = {"state": dns_state(found, alias, ours), "addresses": list(found.addresses)[:10]}
        proved = check.is_proved or is_proved(found, proof, alias)
        is_given_up = not proved and now - check.requested_at > PATIENCE
        due_at = now + (LATER if proved or is_given_up else SOON)
        async with db.uow(tenant_id) as uow:
            repository = DomainRepository(uow)
            await repository.note(check.host, dns=dns, certificate=certificate, checked_at=now, due_at=due_at)
        if proved and not check.is_proved:
            await _serve(db, tenant_id, check.host, now)


async def _serve(db: Database, tenant_id: TenantId, host: str, now: datetime) -> None:
    """A domain belongs to the first company that verifies it. Other companies cannot verify it."""
    try:
        async with db.uow(tenant_id) as uow:
            repository = DomainRepository(uow)
            own = await repository.own()
            is_primary = all(is_local(row.host) for row in own)
            await repository.serve(host, is_primary=False)
            if is_primary:
                await repository.make_primary(host)
            await repository.note(host, is_proved=True)
            await record(
                uow, OPERATOR, "domain.proved", subject=("domain", host), after={"host": host}, now=now
            )
    except DomainTaken:
        async with db.uow(tenant_id) as uow:
            await DomainRepository(uow).note(host, dns={"state": "taken"}, due_at=now + LATER)


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(
        seconds=15,
        name="company.look_at_domains",
        run=look,
        due=tenants_with_due_domains,
        lane="requests",
        sends=True,
    )
    registry.every(seconds=3_600, name="company.list_domains", run=list_domains, sends=True)


async def look(context: TaskContext, tenant_id: TenantId) -> None:
    """Names and certificates of what is due."""
    now = context.clock.now()
    lookups = PublicLookups(context.settings.allowed_networks)
    target = context.settings.domain_target
    ours = (await lookups.records(target)).addresses if target else ()
    await look_at_domains(context.db, context.settings, tenant_id, lookups, ours, now)


async def list_domains(context: TaskContext, tenant_id: TenantId) -> None:
    """Domains that were added by a command are looked at, too."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = DomainRepository(uow)
        for row in await repository.own():
            if not is_local(row.host):
                await repository.request(row.host, None, now, is_proved=True)
