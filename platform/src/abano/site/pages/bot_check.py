"""The check that a visitor is no program (reCAPTCHA): its settings, its answer, its endpoint."""

import logging
from collections.abc import Mapping
from typing import Annotated, Any

import httpx
from fastapi import APIRouter
from pydantic import Field

from abano.catalog.published.dependencies import Catalogs
from abano.catalog.published.service import CatalogService
from abano.core.api_model import ApiModel
from abano.core.config import Settings
from abano.core.public_ip import tls_context
from abano.db.unit_of_work import TenantId
from abano.tenancy.directory.tenant import BOT_CHECK_SECRET, Tenant, read_secret
from abano.web.dependencies import AppSettings, CurrentTenant, of_app
from abano.web.public_writes import LimitedWriter
from abano_shared.fair_turns import end_turn

# Schemas of the bot check.


class SiteKeyResponse(ApiModel):
    configured: bool
    site_key: str | None


class VerifyRequest(ApiModel):
    token: str | None = Field(default=None, max_length=8_000)
    action: str = Field(default="", max_length=100)


class VerifyResponse(ApiModel):
    """``score`` from 0 (a machine) to 1 (a person); null when the check was skipped."""

    success: bool
    score: float | None = None
    error: str | None = None


log = logging.getLogger(__name__)

VERIFY_URL = "https://www.google.com/recaptcha/api/siteverify"
TIMEOUT_SECONDS = 4.0
# The threshold that the service recommends.
MIN_SCORE = 0.5
FAILED = "reCAPTCHA verification failed"


def bot_check_keys(
    secret_key: str, tenant_id: TenantId, integrations: Mapping[str, Any]
) -> tuple[str, str] | None:
    """A company's site key and secret; None when either is missing: then the check is skipped."""
    site_key = str(integrations.get("recaptchaSiteKey") or "")
    secret = read_secret(secret_key, tenant_id, integrations, BOT_CHECK_SECRET) if site_key else ""
    return (site_key, secret) if site_key and secret else None


class BotCheckService:
    """Calls ``verify_url``. Failures are responses, not exceptions."""

    def __init__(self, verify_url: str = VERIFY_URL) -> None:
        self._url = verify_url

    async def verify(self, keys: tuple[str, str] | None, *, token: str | None, action: str) -> VerifyResponse:
        """Verify a token. Success without keys or without a token."""
        if keys is None or not (token or "").strip():
            return VerifyResponse(success=True)
        try:
            end_turn()
            async with httpx.AsyncClient(verify=tls_context(), timeout=TIMEOUT_SECONDS) as client:
                answer = await client.post(self._url, data={"secret": keys[1], "response": str(token)})
            result = answer.json() if answer.is_success else None
        except (httpx.HTTPError, ValueError) as error:
            log.warning("bot check not reached", extra={"error": type(error).__name__})
            return VerifyResponse(success=False, error=FAILED)
        if not isinstance(result, dict) or result.get("success") is not True:
            return VerifyResponse(success=False, error=FAILED)
        score = result.get("score")
        number = float(score) if isinstance(score, int | float) else None
        wrong_action = bool(action) and result.get("action") not in {None, action}
        if wrong_action or (number is not None and number < MIN_SCORE):
            return VerifyResponse(success=False, score=number, error=FAILED)
        return VerifyResponse(success=True, score=number)


# The bot check over HTTP.

router = APIRouter(prefix="/api/recaptcha", tags=["bot check"])


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
    bot_check: Annotated[BotCheckService, of_app("bot_check")],
) -> VerifyResponse:
    """Verify a token with the external service. The page only logs a failure."""
    keys = await _keys(writer.tenant, catalogs, settings)
    return await bot_check.verify(keys, token=body.token, action=body.action)


async def _keys(tenant: Tenant, catalogs: CatalogService, settings: Settings) -> tuple[str, str] | None:
    integrations = (await catalogs.get(tenant.id)).rules.integrations
    return bot_check_keys(settings.secret_key.get_secret_value(), tenant.id, integrations)
