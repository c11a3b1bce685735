"""All SQL of the quiz. Writes are single statements on a plain connection: a campaign sends many at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from abano.db import Connection
from abano.tenancy import TenantId

# Whatever is heard first of a session makes its row; a start that comes later fills in what it knows.
_START = """
insert into quiz_sessions as s (
  tenant_id, session_id, quiz_version, device_fingerprint, gclid, gbraid, wbraid, utm_source, utm_medium,
  utm_campaign, utm_term, utm_content, source_url, referrer, entry_path, user_agent, device, consent_state,
  start_received, started_at, updated_at
) values (
  %(tenant_id)s, %(session_id)s, %(quiz_version)s, %(device_fingerprint)s, %(gclid)s, %(gbraid)s, %(wbraid)s,
  %(utm_source)s, %(utm_medium)s, %(utm_campaign)s, %(utm_term)s, %(utm_content)s, %(source_url)s, %(referrer)s,
  %(entry_path)s, %(user_agent)s, %(device)s, %(consent_state)s, true, %(now)s, %(now)s
) on conflict (tenant_id, session_id) do update set
  device_fingerprint = excluded.device_fingerprint, gclid = excluded.gclid, gbraid = excluded.gbraid,
  wbraid = excluded.wbraid, utm_source = excluded.utm_source, utm_medium = excluded.utm_medium,
  utm_campaign = excluded.utm_campaign, utm_term = excluded.utm_term, utm_content = excluded.utm_content,
  source_url = excluded.source_url, referrer = excluded.referrer, entry_path = excluded.entry_path,
  user_agent = excluded.user_agent, device = excluded.device, consent_state = excluded.consent_state,
  start_received = true, updated_at = excluded.updated_at
where not s.start_received
"""
_STUB = """
insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)
values (%(tenant_id)s, %(session_id)s, %(quiz_version)s, %(now)s, %(now)s)
on conflict (tenant_id, session_id) do nothing
"""
_LOCK = "select quiz_version from quiz_sessions where tenant_id = %s and session_id = %s for update"
_ANSWERS = """
insert into quiz_answers as a (
  tenant_id, session_id, question_id, value, question_text, answer_text, sequence, answered_at
)
select %(tenant_id)s, %(session_id)s, listed.*, %(now)s
from unnest(
  %(questions)s::text[], %(values)s::text[], %(question_texts)s::text[], %(answer_texts)s::text[],
  %(sequences)s::integer[]
) as listed
on conflict (tenant_id, session_id, question_id) do update set
  value = excluded.value, question_text = excluded.question_text, answer_text = excluded.answer_text,
  answered_at = excluded.answered_at, sequence = excluded.sequence
where excluded.sequence >= a.sequence and excluded.value <> a.value
"""
_COUNTED = """
update quiz_answers set is_counted = not (question_id = any (%(skipped)s))
where tenant_id = %(tenant_id)s and session_id = %(session_id)s
  and is_counted = (question_id = any (%(skipped)s))
"""
_VIEW = """
insert into quiz_question_views (tenant_id, session_id, question_id, viewed_at)
values (%(tenant_id)s, %(session_id)s, %(question_id)s, %(now)s) on conflict do nothing
"""
_COMPLETE = """
insert into quiz_sessions as s (tenant_id, session_id, quiz_version, started_at, completed_at, updated_at)
values (%(tenant_id)s, %(session_id)s, %(quiz_version)s, %(now)s, %(now)s, %(now)s)
on conflict (tenant_id, session_id) do update set
  completed_at = excluded.completed_at, updated_at = excluded.updated_at
where s.completed_at is null
"""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    question_id: str
    value: str
    question_text: str
    answer_text: str
    sequence: int


async def start(conn: Connection, values: Mapping[str, Any]) -> None:
    await conn.execute(_START, values)


async def ensure_session(conn: Connection, values: Mapping[str, Any]) -> None:
    await conn.execute(_STUB, values)


async def lock_session(conn: Connection, tenant_id: TenantId, session_id: str) -> str:
    """Hold the session until the transaction ends; answers the version it began with."""
    row = await (await conn.execute(_LOCK, (tenant_id, session_id))).fetchone()
    return str(row[0]) if row else ""


async def store_answers(
    conn: Connection, tenant_id: TenantId, session_id: str, answers: Sequence[StoredAnswer], now: datetime
) -> None:
    """Insert or replace; an answer with a lower sequence than the stored one changes nothing."""
    await conn.execute(
        _ANSWERS,
        {
            "tenant_id": tenant_id,
            "session_id": session_id,
            "questions": [answer.question_id for answer in answers],
            "values": [answer.value for answer in answers],
            "question_texts": [answer.question_text for answer in answers],
            "answer_texts": [answer.answer_text for answer in answers],
            "sequences": [answer.sequence for answer in answers],
            "now": now,
        },
    )


async def values_by_question(conn: Connection, tenant_id: TenantId, session_id: str) -> dict[str, str]:
    cursor = await conn.execute(
        "select question_id, value from quiz_answers where tenant_id = %s and session_id = %s",
        (tenant_id, session_id),
    )
    return {question_id: value for question_id, value in await cursor.fetchall()}  # noqa: C416 - typed rows


async def mark_counted(
    conn: Connection, tenant_id: TenantId, session_id: str, skipped: frozenset[str]
) -> None:
    """An answer counts unless its question is skipped; only rows that change are written."""
    await conn.execute(
        _COUNTED, {"tenant_id": tenant_id, "session_id": session_id, "skipped": sorted(skipped)}
    )


async def view(conn: Connection, values: Mapping[str, Any]) -> None:
    await conn.execute(_STUB, values)
    await conn.execute(_VIEW, values)


async def complete(conn: Connection, values: Mapping[str, Any]) -> None:
    await conn.execute(_COMPLETE, values)


async def load_definitions(conn: Connection, tenant_id: TenantId) -> list[tuple[bool, dict[str, Any]]]:
    """All versions of the company's quiz, each with whether it is the current one."""
    cursor = await conn.execute(
        "select is_current, definition from quiz_definitions where tenant_id = %s", (tenant_id,)
    )
    return [(bool(row[0]), row[1]) for row in await cursor.fetchall()]
