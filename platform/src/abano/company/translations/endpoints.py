"""HTTP endpoints of automatic translation."""

from fastapi import APIRouter, Depends

from abano.catalog.published.dependencies import Catalogs
from abano.company.translations import service
from abano.company.translations.schemas import (
    TranslationRequest,
    TranslationResponse,
    TranslationServiceResponse,
)
from abano.web.dependencies import AppClock, AppSettings, CurrentTenant, Db, EditorActor, Uow, no_store

router = APIRouter(prefix="/api/admin", tags=["company"], dependencies=[Depends(no_store)])


@router.get("/translations")
async def get_translation_service(
    _: EditorActor, uow: Uow, settings: AppSettings, clock: AppClock
) -> TranslationServiceResponse:
    """The service that proposes translations, if the operator configured one."""
    return await service.describe(uow, settings, clock.now())


@router.post("/translations")
async def propose_translations(
    body: TranslationRequest,
    _: EditorActor,
    db: Db,
    tenant: CurrentTenant,
    settings: AppSettings,
    catalogs: Catalogs,
    clock: AppClock,
) -> TranslationResponse:
    """Proposals for texts in another language of the company. Nothing is stored."""
    languages = (await catalogs.get(tenant.id)).rules.languages
    return await service.propose(db, tenant.id, settings, languages, body, clock.now())
