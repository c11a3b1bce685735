"""Schemas of the bot check."""

from pydantic import Field

from abano.kit.api_model import ApiModel


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
