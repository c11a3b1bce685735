"""Dependencies of these endpoints."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Header, Request

from abano.auth.principals import Actor, Admin
from abano.errors import Conflict, SignInRequired
from abano.errors.messages import Message
from abano.http.dependencies import AppSettings, ClientAddress, CurrentTenant, acting, admin_token
from abano.identity.second_factor import SecondFactorKey
from abano.identity.sign_in import Caller
from abano.public_writes.call import Traffic
from abano.tenants.tenant import LOOPBACK_HOSTS, host_name

Anyone = Annotated[Actor, Depends(acting("owner", "manager", "desk", "analyst", "driver"))]
Owner = Annotated[Actor, Depends(acting("owner"))]

_NO_DOMAIN = (
    "No invitation was sent: you use the console at an address that is no domain of your company, so the link would"
    " not work for others. "
)
INVITE_AT_DOMAIN = Message(
    "invite_at_domain",
    f"{_NO_DOMAIN}Please open the console at one of these and invite from there: {{hosts}}.",
)
INVITE_ELSEWHERE = Message(
    "invite_elsewhere", f"{_NO_DOMAIN}Please open the console at your company's domain and invite from there."
)


class NotTheCompanysDomain(Conflict):
    """Nothing was sent: a link to this address would lead nowhere for others."""

    def __init__(self, hosts: Sequence[str]) -> None:
        super().__init__(INVITE_AT_DOMAIN(hosts=", ".join(sorted(hosts))) if hosts else INVITE_ELSEWHERE())


def person(actor: Actor) -> Admin:
    """The signed-in admin who acts. Raises SignInRequired for the operator, who has no account."""
    if actor.admin is None:
        raise SignInRequired
    return actor.admin


async def get_caller(
    address: ClientAddress, settings: AppSettings, user_agent: Annotated[str, Header()] = ""
) -> Caller:
    return Caller(address, user_agent, settings.secret_key.get_secret_value())


async def get_secret(settings: AppSettings) -> str:
    return settings.secret_key.get_secret_value()


async def get_second_factor_key(settings: AppSettings) -> SecondFactorKey:
    return SecondFactorKey(settings.secret_key.get_secret_value())


async def get_own_token(request: Request) -> str:
    """The session token of this browser; endpoints that use it also require a signed-in admin."""
    return admin_token(request)


async def get_own_origin(
    request: Request, tenant: CurrentTenant, traffic: Traffic, settings: AppSettings
) -> str:
    """The origin at which the caller uses the console: a domain of the company. Raises NotTheCompanysDomain.

    The cookie and the Origin check prove that the caller is signed in at this host, and a link to any of the
    company's domains is safe to send. Loopback hosts are accepted in development only.
    """
    host = request.headers.get("host", "")
    name = host_name(host)
    hosts = (await traffic.get(tenant.id)).own_hosts
    if name not in hosts and (settings.is_production or name not in LOOPBACK_HOSTS):
        raise NotTheCompanysDomain(hosts)
    port = host.rpartition(":")[2]
    # A proxy may terminate TLS; the Origin header has the browser's scheme.
    secure = settings.is_production or request.headers.get("origin", "").startswith("https:")
    return f"{'https' if secure else 'http'}://{name}{f':{port}' if port.isdecimal() else ''}"


SignInCaller = Annotated[Caller, Depends(get_caller)]
Secret = Annotated[str, Depends(get_secret)]
FactorKey = Annotated[SecondFactorKey, Depends(get_second_factor_key)]
OwnToken = Annotated[str, Depends(get_own_token)]
OwnOrigin = Annotated[str, Depends(get_own_origin)]
