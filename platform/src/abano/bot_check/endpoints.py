"""The bot check over HTTP."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request

from abano.bot_check.schemas import SiteKeyResponse, VerifyRequest, VerifyResponse
from abano.bot_check.service import BotCheckService, bot_check_keys
from abano.catalog.service import CatalogService
from abano.config import Settings
from abano.http.dependencies import AppSettings, Catalogs, CurrentTenant
from abano.public_writes.call import LimitedWriter
from abano.tenants.tenant import Tenant

router = APIRouter(prefix="/api/recaptcha", tags=["bot check"])


async def get_bot_check(request: Request) -> BotCheckService:
    return cast(BotCheckService, request.app.state.bot_check)


@router.get("/site-key")
async def get_recaptcha_site_key(
    tenant: CurrentTenant, catalogs: Catalogs, settings: AppSettings
) -> SiteKeyResponse:
    """The company's public key. When it is not configured, the page skips the check."""
    keys = await _keys(tenant, catalogs, settings)
    return SiteKeyResponse(configured=keys is not None, site_key=keys[0] if keys else None)


@router.post("/verify")
async def verify_recaptcha(
    body: VerifyRequest,
    writer: LimitedWriter,
    catalogs: Catalogs,
    settings: AppSettings,
    bot_check: Annotated[BotCheckService, Depends(get_bot_check)],
) -> VerifyResponse:
    """Verify a token with the external service. The page only logs a failure."""
    keys = await _keys(writer.tenant, catalogs, settings)
    return await bot_check.verify(keys, token=body.token, action=body.action)


async def _keys(tenant: Tenant, catalogs: CatalogService, settings: Settings) -> tuple[str, str] | None:
    integrations = (await catalogs.get(tenant.id)).rules.integrations
    return bot_check_keys(settings.secret_key.get_secret_value(), tenant.id, integrations)
