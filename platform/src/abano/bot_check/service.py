"""The bot check: reCAPTCHA version 3, with the company's own keys."""

import logging
from collections.abc import Mapping
from typing import Any

import httpx

from abano.bot_check.schemas import VerifyResponse

log = logging.getLogger(__name__)

VERIFY_URL = "https://www.google.com/recaptcha/api/siteverify"
TIMEOUT_SECONDS = 4.0
# Below it the service itself advises to treat the visitor as a machine.
LOWEST_SCORE = 0.5
FAILED = "reCAPTCHA verification failed"


def bot_check_keys(integrations: Mapping[str, Any]) -> tuple[str, str] | None:
    """Site key and secret of a company; None when either is missing, which means that the check is skipped."""
    site_key = str(integrations.get("recaptchaSiteKey") or "")
    secret = str(integrations.get("recaptchaSecret") or "")
    return (site_key, secret) if site_key and secret else None


class BotCheckService:
    """Asks ``verify_url``. Whatever goes wrong there is an answer, never an error."""

    def __init__(self, verify_url: str = VERIFY_URL) -> None:
        self._url = verify_url

    async def verify(
        self, integrations: Mapping[str, Any], *, token: str | None, action: str
    ) -> VerifyResponse:
        """Success when there is nothing to check with: no keys, or no token."""
        keys = bot_check_keys(integrations)
        if keys is None or not (token or "").strip():
            return VerifyResponse(success=True)
        try:
            async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as client:
                answer = await client.post(self._url, data={"secret": keys[1], "response": str(token)})
            found = answer.json() if answer.is_success else None
        except (httpx.HTTPError, ValueError) as error:
            log.warning("bot check not reached", extra={"error": type(error).__name__})
            return VerifyResponse(success=False, error=FAILED)
        if not isinstance(found, dict) or found.get("success") is not True:
            return VerifyResponse(success=False, error=FAILED)
        score = found.get("score")
        number = float(score) if isinstance(score, int | float) else None
        wrong_action = bool(action) and found.get("action") not in {None, action}
        if wrong_action or (number is not None and number < LOWEST_SCORE):
            return VerifyResponse(success=False, score=number, error=FAILED)
        return VerifyResponse(success=True, score=number)
