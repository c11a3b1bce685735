"""SQL of consent."""

from datetime import datetime

from abano.database.unit_of_work import FunctionCalls
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.public_writes", "queries.sql")


class ConsentRepository:
    """Consent of one tenant's visitors: each change is one call of a function of the schema."""

    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    async def take_back(self, visitor: str, now: datetime) -> None:
        """``visitor`` is a JSON object with the visitor's ids; the schema's function decides what they reach."""
        await self._calls.run(QUERIES["take_back_consent"], {"visitor": visitor, "now": now})
