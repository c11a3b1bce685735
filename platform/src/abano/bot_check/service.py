"""The bot check: reCAPTCHA version 3, with the company's own keys."""

import logging
from collections.abc import Mapping
from typing import Any

import httpx

from abano.bot_check.schemas import VerifyResponse
from abano.database.unit_of_work import TenantId
from abano.tenants.secrets import BOT_CHECK_SECRET, read_secret

log = logging.getLogger(__name__)

VERIFY_URL = "https://www.google.com/recaptcha/api/siteverify"
TIMEOUT_SECONDS = 4.0
# The threshold that the service recommends.
LOWEST_SCORE = 0.5
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
            async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as client:
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
        if wrong_action or (number is not None and number < LOWEST_SCORE):
            return VerifyResponse(success=False, score=number, error=FAILED)
        return VerifyResponse(success=True, score=number)
