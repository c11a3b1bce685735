"""All access to the quiz. Each frequent write is one call of a database function, in one round trip."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from sqlalchemy import delete, select, text, update

from abano.accounts.access.models import AdminRow
from abano.db.repositories import PipelineRepository, Repository
from abano.db.unit_of_work import FunctionCalls
from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz.models import QuizDefinitionRow, QuizDraftRow
from abano.marketing.quiz.rules import CheckedAnswer, RunningExperiment, arms_of
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.marketing.quiz", "queries.sql")


class QuizCallRepository:
    """The quiz's frequent writes in one tenant: each is one call of a function of the schema."""

    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    async def start(self, session: Mapping[str, Any], now: datetime) -> None:
        """``session``: values by column of quiz_sessions."""
        values = {"session": orjson.dumps(session).decode(), "now": now}
        await self._calls.run(QUERIES["start_session"], values)

    async def store_answers(
        self, session_id: str, quiz: QuizDefinition, answers: Sequence[CheckedAnswer], now: datetime
    ) -> str:
        """Store answers validated against ``quiz`` and apply its skip rules again.

        Returns the session's version. If it differs from the quiz's, nothing was stored.
        """
        values = {
            "session_id": session_id,
            "quiz_version": quiz.version,
            "answers": orjson.dumps(answers).decode(),
            "skip_rules": quiz.rules_for(answer["question_id"] for answer in answers),
            "now": now,
        }
        return _version(await self._calls.run(QUERIES["store_answers"], values))

    async def store_view(self, session_id: str, quiz: QuizDefinition, question_id: str, now: datetime) -> str:
        """Returns the session's version: when that is not the quiz's, nothing was stored."""
        values = {
            "session_id": session_id,
            "quiz_version": quiz.version,
            "question_id": question_id,
            "now": now,
        }
        return _version(await self._calls.run(QUERIES["store_view"], values))

    async def complete(self, session_id: str, quiz: QuizDefinition, now: datetime) -> None:
        values = {"session_id": session_id, "quiz_version": quiz.version, "now": now}
        await self._calls.run(QUERIES["complete_session"], values)

    async def find_version(self, session_id: str) -> str | None:
        """The session's version, or None for an unknown session."""
        row = await self._calls.run(QUERIES["version_of_session"], {"session_id": session_id})
        return _version(row) or None


class QuizRepository(PipelineRepository):
    """The quiz of one tenant, within the caller's transaction."""

    async def note_consent(self, session_id: str, ad_answers: Mapping[str, Any], now: datetime) -> None:
        """Record a consent given after the session began. An earlier refusal is not changed."""
        values = {**ad_answers, "tenant": self._tenant, "session_id": session_id, "now": now}
        await self._connection.execute(QUERIES["note_consent"], values)

    async def change_version(self, session_id: str, before: str, quiz: QuizDefinition, now: datetime) -> None:
        """Change a session's version from ``before``, unless it was changed already."""
        await self._connection.execute(
            QUERIES["change_version"],
            {
                "tenant": self._tenant,
                "session_id": session_id,
                "before": before,
                "quiz_version": quiz.version,
                "now": now,
            },
        )

    async def definitions(self) -> list[tuple[bool, dict[str, Any], dict[str, Any]]]:
        """All versions of the company's quiz, each with whether it is current and its translations."""
        cursor = await self._connection.execute(QUERIES["definitions"], {"tenant": self._tenant})
        return [(bool(row[0]), row[1], row[2]) for row in await cursor.fetchall()]

    async def running_experiment(self) -> RunningExperiment | None:
        cursor = await self._connection.execute(QUERIES["running_experiment"], {"tenant": self._tenant})
        row = await cursor.fetchone()
        return RunningExperiment(row[0], arms_of(row[1]), row[2]) if row else None


def _version(row: tuple[Any, ...] | None) -> str:
    return str(row[0] or "") if row else ""


# All SQL of the quiz's drafts and versions.

# Serialises concurrent publications.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('quiz_editor:' || :tenant, 0))")


class QuizEditorRepository(Repository):
    """Drafts and versions of one tenant, within the caller's transaction."""

    async def lock(self) -> None:
        """Until the end of the transaction no one else changes this company's quiz."""
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def admin_names(self) -> dict[str, str]:
        """Names of the company's admins, by their ids."""
        query = select(AdminRow.id, AdminRow.name).where(AdminRow.tenant_id == self._tenant)
        return {str(row.id): row.name for row in await self._session.execute(query)}

    async def find_draft(self) -> QuizDraftRow | None:
        return await self._session.get(QuizDraftRow, self._tenant, populate_existing=True)

    async def add_draft(self, row: QuizDraftRow) -> None:
        self._session.add(row)
        await self._session.flush()

    async def delete_draft(self) -> None:
        await self._session.execute(delete(QuizDraftRow).where(QuizDraftRow.tenant_id == self._tenant))

    async def list_versions(self) -> list[QuizDefinitionRow]:
        """Every version, the newest first."""
        query = (
            select(QuizDefinitionRow)
            .where(QuizDefinitionRow.tenant_id == self._tenant)
            .order_by(QuizDefinitionRow.created_at.desc(), QuizDefinitionRow.version.desc())
        )
        return list(await self._session.scalars(query))

    async def add_version(self, row: QuizDefinitionRow) -> None:
        self._session.add(row)
        await self._session.flush()

    async def make_current(self, version: str) -> None:
        """Show this version to visitors from now on, in place of the one before."""
        own = QuizDefinitionRow.tenant_id == self._tenant
        current = update(QuizDefinitionRow).where(own, QuizDefinitionRow.is_current)
        await self._session.execute(current.values(is_current=False))
        chosen = update(QuizDefinitionRow).where(own, QuizDefinitionRow.version == version)
        await self._session.execute(chosen.values(is_current=True))


def new_draft(tenant_id: UUID, based_on: str | None, now: datetime) -> QuizDraftRow:
    """A draft before its first saving: revision 0."""
    return QuizDraftRow(
        tenant_id=tenant_id, definition={}, based_on=based_on, revision=0, updated_at=now, updated_by=None
    )
