"""All access to the quiz. Each frequent write is one call of a database function, in one round trip."""

from datetime import datetime
from typing import Any

from abano.database.engine import Database
from abano.database.unit_of_work import PipelineTransaction, TenantId
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.quiz", "queries.sql")


class QuizCallRepository:
    """Calls of the database's functions: each is a transaction of its own and names its tenant."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def start(self, tenant_id: TenantId, session: str, now: datetime) -> None:
        """``session`` is a JSON object with the columns of quiz_sessions."""
        await self._db.call(
            QUERIES["start_session"], {"tenant": str(tenant_id), "session": session, "now": now}
        )

    async def store_answers(
        self, tenant_id: TenantId, session_id: str, version: str, answers: str, rules: str, now: datetime
    ) -> str:
        """Store answers that were checked against ``version`` and apply the skip rules again.

        ``answers`` is JSON ``[{question_id, value, question_text, answer_text, sequence}]``, each question once;
        ``rules`` is JSON ``[[question, depends on, value]]`` in quiz order. Returns the session's version: when it
        is another one, nothing was stored.
        """
        row = await self._db.call(
            QUERIES["store_answers"],
            {
                "tenant": str(tenant_id),
                "session_id": session_id,
                "version": version,
                "now": now,
                "answers": answers,
                "rules": rules,
            },
        )
        return _text(row)

    async def store_view(
        self, tenant_id: TenantId, session_id: str, version: str, question_id: str, now: datetime
    ) -> str:
        """Returns the session's version: when it is another one, nothing was stored."""
        row = await self._db.call(
            QUERIES["store_view"],
            {
                "tenant": str(tenant_id),
                "session_id": session_id,
                "version": version,
                "now": now,
                "question": question_id,
            },
        )
        return _text(row)

    async def complete(self, tenant_id: TenantId, session_id: str, version: str, now: datetime) -> None:
        await self._db.call(
            QUERIES["complete_session"],
            {"tenant": str(tenant_id), "session_id": session_id, "version": version, "now": now},
        )

    async def version_of(self, tenant_id: TenantId, session_id: str) -> str | None:
        """The session's version, or None for an unknown session."""
        row = await self._db.call(
            QUERIES["version_of_session"], {"tenant": str(tenant_id), "session_id": session_id}
        )
        return None if row is None or row[0] is None else str(row[0])


class QuizRepository:
    """The quiz of one tenant, within the caller's transaction."""

    def __init__(self, transaction: PipelineTransaction) -> None:
        self._connection = transaction.connection
        self._tenant = transaction.tenant_id

    async def note_consent(self, session_id: str, now: datetime) -> None:
        """Record a consent given after the session began. An earlier refusal is not changed."""
        values = {"tenant": self._tenant, "session": session_id, "now": now}
        await self._connection.execute(QUERIES["note_consent"], values)

    async def move(self, session_id: str, before: str, version: str, now: datetime) -> None:
        """Change a session's version from ``before``, unless it was changed already."""
        await self._connection.execute(
            QUERIES["change_version"],
            {
                "tenant": self._tenant,
                "session": session_id,
                "before": before,
                "version": version,
                "now": now,
            },
        )

    async def definitions(self) -> list[tuple[bool, dict[str, Any], dict[str, Any]]]:
        """All versions of the company's quiz, each with whether it is current and its translations."""
        cursor = await self._connection.execute(QUERIES["definitions"], {"tenant": self._tenant})
        return [(bool(row[0]), row[1], row[2]) for row in await cursor.fetchall()]


def _text(row: tuple[Any, ...] | None) -> str:
    return str(row[0]) if row else ""
