"""Use cases of a company's domains. Records are looked up by the worker, with no transaction open."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from abano.audit.service import record
from abano.auth.principals import OPERATOR, Actor
from abano.company.domains.lookups import Lookups
from abano.company.domains.repository import DomainRepository
from abano.company.domains.rules import (
    LATER,
    PATIENCE,
    SOON,
    Record,
    alias_of,
    dns_state,
    is_local,
    is_proved,
    proof_of,
    records_of,
)
from abano.config import Settings
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.errors import Conflict, InvalidInput, NotFound
from abano.errors.messages import Message
from abano.models.tenants import DomainCheck
from abano.tenants.service import DomainTaken
from abano.tenants.tenant import Tenant, load_tenant

MOST_DOMAINS = 20
TOO_MANY_DOMAINS = Message("too_many_domains", "A company has at most {most, number} domains")


class DomainsKeptByOperator(Conflict):
    """The domains of this company are changed by the operator of the platform."""


class DomainNotProved(Conflict):
    """This domain is not proved to be yours yet."""


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
        """Add a domain, which is served once it is proved. Raises InvalidInput."""
        domains = await self.all()
        if host in {domain.host for domain in domains}:
            return
        if len(domains) >= MOST_DOMAINS:
            raise InvalidInput.of("host", TOO_MANY_DOMAINS(most=MOST_DOMAINS))
        await self._repository.request(host, actor.admin_id, now)
        await self._record(actor, "domain.requested", host, now)

    async def look_again(self, host: str, now: datetime) -> None:
        """Let the worker look now. Raises NotFound."""
        domain = await self._domain(host)
        await self._repository.request(host, None, now, is_proved=domain.is_served)
        await self._repository.note(host, due_at=now)

    async def make_primary(self, actor: Actor, host: str, now: datetime) -> None:
        """Let links in e-mails and search engines name this domain. Raises NotFound, DomainNotProved."""
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
    """Whoever proves a domain first has it; for another company it stays unproved."""
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
