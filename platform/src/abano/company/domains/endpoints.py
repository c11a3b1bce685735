"""HTTP endpoints of a company's domains. The owner changes them, managers read them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path

from abano.accounts.access.principals import Actor
from abano.company.domains.schemas import DomainOut, DomainRequest, DomainsResponse
from abano.company.domains.service import Domains, check_not_placed
from abano.core.clock import Clock
from abano.web.dependencies import (
    AppClock,
    AppSettings,
    CompanyActor,
    CurrentTenant,
    Db,
    Uow,
    needs,
    no_store,
)

router = APIRouter(prefix="/api/admin/domains", tags=["domains"], dependencies=[Depends(no_store)])
Host = Annotated[str, Path(min_length=1, max_length=253)]


async def _changeable(owner: CompanyActor, tenant: CurrentTenant, db: Db) -> Actor:
    await check_not_placed(db, tenant.id)
    return owner


Changing = Annotated[Actor, Depends(_changeable)]


async def get_domains(tenant: CurrentTenant, uow: Uow, settings: AppSettings) -> Domains:
    return Domains(uow, settings, tenant)


OwnDomains = Annotated[Domains, Depends(get_domains, scope="function")]


@router.get("", dependencies=needs("settings"))
async def list_domains(domains: OwnDomains, clock: AppClock) -> DomainsResponse:
    """Where the site is served, what names and certificates say of it, and domains that wait for their proof."""
    return await _answer(domains, clock)


@router.post("", status_code=201)
async def add_domain(
    body: DomainRequest, actor: Changing, domains: OwnDomains, clock: AppClock
) -> DomainsResponse:
    """Ask for a domain: the site is served there once one of its records was found."""
    await domains.request(actor, body.host, clock.now())
    return await _answer(domains, clock)


@router.post("/{host}/check")
async def check_domain(host: Host, _actor: Changing, domains: OwnDomains, clock: AppClock) -> DomainsResponse:
    """Have its records and its certificate looked at now; it takes the worker some seconds."""
    await domains.look_again(host, clock.now())
    return await _answer(domains, clock)


@router.put("/{host}/primary")
async def make_domain_primary(
    host: Host, actor: Changing, domains: OwnDomains, clock: AppClock
) -> DomainsResponse:
    """Make it the one that links in emails and search engines name."""
    await domains.make_primary(actor, host, clock.now())
    return await _answer(domains, clock)


@router.delete("/{host}")
async def remove_domain(host: Host, actor: Changing, domains: OwnDomains, clock: AppClock) -> DomainsResponse:
    """Serve the site there no longer."""
    await domains.remove(actor, host, clock.now())
    return await _answer(domains, clock)


async def _answer(domains: Domains, clock: Clock) -> DomainsResponse:
    now = clock.now()
    return DomainsResponse(domains=[DomainOut.of(domain, now) for domain in await domains.all()])
