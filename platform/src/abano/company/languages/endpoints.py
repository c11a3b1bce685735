"""HTTP endpoints of a company's languages, for owners and managers."""

from typing import Annotated

from fastapi import APIRouter, Depends

from abano.accounts.access.principals import Actor
from abano.company.languages import service
from abano.company.languages.schemas import LanguagesRequest, LanguagesResponse
from abano.web.dependencies import AppClock, Uow, acting, no_store, require_role

router = APIRouter(prefix="/api/admin/languages", tags=["languages"], dependencies=[Depends(no_store)])
# Resolved before the session, so that nobody without the role opens a transaction.
Acting = Annotated[Actor, Depends(acting("owner", "manager"))]
READER = [Depends(require_role("owner", "manager"))]


@router.get("", dependencies=READER)
async def list_languages(uow: Uow) -> LanguagesResponse:
    """What the company's site and team speak, and what is written in each language that may be chosen."""
    return LanguagesResponse.of(await service.overview(uow))


@router.put("")
async def choose_languages(
    actor: Acting, body: LanguagesRequest, uow: Uow, clock: AppClock
) -> LanguagesResponse:
    """Choose what the site speaks, in order, and the team's language. Texts of a language that is left out stay."""
    await service.choose(uow, actor, body.settings(), clock.now())
    return LanguagesResponse.of(await service.overview(uow))
