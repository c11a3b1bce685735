"""What these endpoints ask FastAPI for beyond the usual."""

from typing import Annotated

from fastapi import Depends, Header, Request

from abano.audit.service import Actor
from abano.dependencies import AppSettings, ClientAddress, CurrentTenant, acting, admin_token
from abano.errors import SignInRequired
from abano.identity.second_factor import SecondFactorKey
from abano.identity.service import Admin
from abano.identity.sign_in import Caller
from abano.site.dependencies import Sites

Anyone = Annotated[Actor, Depends(acting("owner", "manager", "analyst"))]
Owner = Annotated[Actor, Depends(acting("owner"))]


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
    """The session token of this browser; endpoints that take it ask for a signed-in admin, too."""
    return admin_token(request)


async def get_origin(sites: Sites, tenant: CurrentTenant) -> str:
    """Where links in e-mails lead: the company's configured address, never what a Host header claims."""
    return (await sites.get(tenant)).config.contacts.public_origin


SignInCaller = Annotated[Caller, Depends(get_caller)]
Secret = Annotated[str, Depends(get_secret)]
FactorKey = Annotated[SecondFactorKey, Depends(get_second_factor_key)]
OwnToken = Annotated[str, Depends(get_own_token)]
PublicOrigin = Annotated[str, Depends(get_origin)]
