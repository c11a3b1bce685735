"""HTTP endpoints of API keys, for owners."""

from uuid import UUID

from fastapi import APIRouter, Depends

from abano.integrations.api_keys import service
from abano.integrations.api_keys.schemas import (
    ApiKeyRequest,
    ApiKeySettingsRequest,
    ApiKeysResponse,
    NewApiKeyResponse,
)
from abano.web.dependencies import AppClock, IntegrationsActor, Uow, no_store

router = APIRouter(prefix="/api/admin/api-keys", tags=["api keys"], dependencies=[Depends(no_store)])


@router.get("")
async def list_api_keys(_: IntegrationsActor, uow: Uow, clock: AppClock) -> ApiKeysResponse:
    """Keys of the public API, newest first, revoked ones last. Their values are stored nowhere."""
    return await service.list_keys(uow, clock.now())


@router.post("", status_code=201)
async def create_api_key(
    body: ApiKeyRequest, actor: IntegrationsActor, uow: Uow, clock: AppClock
) -> NewApiKeyResponse:
    """Create a key. Its value is in this response alone."""
    return await service.create_key(uow, actor, body, clock.now())


@router.put("/settings")
async def change_api_key_settings(
    body: ApiKeySettingsRequest, actor: IntegrationsActor, uow: Uow, clock: AppClock
) -> ApiKeysResponse:
    """Set the longest lifetime of keys. Keys that would live longer expire then."""
    await service.change_settings(uow, actor, body.max_days, clock.now())
    return await service.list_keys(uow, clock.now())


@router.post("/{key_id}/rotate")
async def rotate_api_key(
    key_id: UUID, actor: IntegrationsActor, uow: Uow, clock: AppClock
) -> NewApiKeyResponse:
    """Give the key a new value, which is in this response alone. The one before is accepted for 24 hours."""
    return await service.rotate_key(uow, actor, key_id, clock.now())


@router.delete("/{key_id}", status_code=204)
async def revoke_api_key(key_id: UUID, actor: IntegrationsActor, uow: Uow, clock: AppClock) -> None:
    """Revoke the key from now on, and the one before a rotation."""
    await service.revoke_key(uow, actor, key_id, clock.now())
