"""SQL of the daily limit."""

from datetime import date

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert

from abano.company.translations.models import TranslationCount
from abano.db.repositories import Repository


class TranslationRepository(Repository):
    """Counts of one tenant, within the caller's transaction."""

    async def used(self, day: date) -> int:
        query = select(TranslationCount.characters).where(
            TranslationCount.tenant_id == self._tenant, TranslationCount.day == day
        )
        return int(await self._session.scalar(query) or 0)

    async def take(self, day: date, characters: int, limit: int) -> bool:
        """Count them, unless they exceed the limit. Counts of earlier days are deleted."""
        if characters > limit:
            return False
        await self._session.execute(
            delete(TranslationCount).where(
                TranslationCount.tenant_id == self._tenant, TranslationCount.day < day
            )
        )
        new = insert(TranslationCount).values(tenant_id=self._tenant, day=day, characters=characters)
        total = TranslationCount.characters + new.excluded.characters
        statement = new.on_conflict_do_update(
            index_elements=["tenant_id", "day"], set_={"characters": total}, where=total <= limit
        )
        return await self._session.scalar(statement.returning(TranslationCount.characters)) is not None

    async def give_back(self, day: date, characters: int) -> None:
        """Nothing was translated."""
        await self._session.execute(
            update(TranslationCount)
            .where(TranslationCount.tenant_id == self._tenant, TranslationCount.day == day)
            .values(characters=TranslationCount.characters - characters)
        )
