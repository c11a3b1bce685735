"""Use cases of automatic translation: short transactions before and after the call, none during it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from abano.company.translations import providers
from abano.company.translations.repository import TranslationRepository
from abano.company.translations.rules import (
    MAX_CHARACTERS,
    SAME_LANGUAGE,
    TOO_LONG,
    TranslationLimitReached,
    TranslationOff,
    as_html,
    as_text,
)
from abano.company.translations.schemas import (
    TranslationRequest,
    TranslationResponse,
    TranslationServiceResponse,
)
from abano.core.config import Settings
from abano.core.errors import AbanoError, InvalidInput, Message
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork

NOT_OFFERED = Message("translation_language_not_offered", "The company does not offer this language")


async def describe(uow: UnitOfWork, settings: Settings, now: datetime) -> TranslationServiceResponse:
    """Which service there is, and how much it may be asked today."""
    used = await TranslationRepository(uow).used(now.astimezone(UTC).date())
    return TranslationServiceResponse(
        service=providers.NAMES.get(settings.translation_service),
        characters_left=max(0, settings.translation_daily_characters - used),
    )


async def propose(
    db: Database,
    tenant_id: TenantId,
    settings: Settings,
    languages: Sequence[str],
    request: TranslationRequest,
    now: datetime,
) -> TranslationResponse:
    """Raises InvalidInput, TranslationOff, TranslationLimitReached, TranslationUnavailable, TranslationRefused."""
    if not settings.translation_service:
        raise TranslationOff
    for field, language in (("source", request.source), ("target", request.target)):
        if language not in languages:
            raise InvalidInput.of(field, NOT_OFFERED())
    if request.source == request.target:
        raise InvalidInput.of("target", SAME_LANGUAGE())
    characters = sum(map(len, request.texts))
    if characters > MAX_CHARACTERS:
        raise InvalidInput.of("texts", TOO_LONG(max=MAX_CHARACTERS))
    day = now.astimezone(UTC).date()
    async with db.uow(tenant_id) as uow:
        # Counted before the call: calls at the same time do not exceed the limit.
        if not await TranslationRepository(uow).take(day, characters, settings.translation_daily_characters):
            raise TranslationLimitReached
    try:
        answers = await providers.translate(
            settings, [as_html(each) for each in request.texts], request.source, request.target
        )
    except AbanoError:
        async with db.uow(tenant_id) as uow:
            await TranslationRepository(uow).give_back(day, characters)
        raise
    return TranslationResponse(
        texts=[as_text(said, text) for said, text in zip(answers, request.texts, strict=True)]
    )
