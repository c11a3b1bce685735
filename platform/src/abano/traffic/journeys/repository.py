"""All access to the steps of visits."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import orjson

from abano.database.unit_of_work import FunctionCalls, PipelineTransaction
from abano_shared.named_sql import load_named_sql

BATCH = 5000
QUERIES = load_named_sql("abano.traffic.journeys", "queries.sql")


class JourneyCallRepository:
    """Journeys of one tenant: each write is one call of a function of the schema."""

    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    async def store(self, visit: Mapping[str, Any]) -> None:
        """``visit``: its values by column, and its ``steps``. A step that is known stays as it was."""
        await self._calls.run(QUERIES["store"], {"visit": orjson.dumps(visit).decode()})


class JourneyRepository:
    """Journeys of one tenant, within the caller's transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id

    async def delete_before(self, before: datetime) -> int:
        """Delete one batch of steps older than ``before``. Returns the number deleted."""
        values = {"tenant": self._tenant, "before": before, "batch": BATCH}
        return (await self._connection.execute(QUERIES["delete_old"], values)).rowcount
