"""Quiz sessions of one person: those that led to their bookings. Answers are kept, without the person."""

from abano.db.personal_data import PersonalRecords

_OF_PERSON = """
s.tenant_id = :tenant and (s.session_id = any(:session_ids) or s.gclid = any(:click_ids) or s.gbraid = any(:click_ids)
  or s.wbraid = any(:click_ids))
"""


def _shared(column: str) -> str:
    """Keep the value if another person's session has it too: then it names a campaign and not a person."""
    return f"""
    {column} = case when exists (
      select from quiz_sessions o where o.tenant_id = s.tenant_id and o.{column} = s.{column}
        and not (o.session_id = any(:session_ids) or coalesce(o.gclid = any(:click_ids), false)
          or coalesce(o.gbraid = any(:click_ids), false) or coalesce(o.wbraid = any(:click_ids), false))
    ) then s.{column} end"""


RECORDS = (
    PersonalRecords(
        "quizSessions",
        find=f"""
select to_jsonb(s) - array['tenant_id', 'row_xid'] || jsonb_build_object('answers', (
  select coalesce(jsonb_agg(to_jsonb(a) - array['tenant_id', 'row_xid', 'session_id'] order by a.answered_at), '[]')
  from quiz_answers a where a.tenant_id = s.tenant_id and a.session_id = s.session_id
))
from quiz_sessions s where {_OF_PERSON} order by s.started_at, s.session_id
""",  # noqa: S608 - a condition from above
        # Source, medium and campaign are kept when shared; search terms and contents may be personal.
        erase=f"""
with changed as (
  update quiz_sessions s set device_fingerprint = null, gclid = null, gbraid = null, wbraid = null, consent_id = null,
    source_url = null, referrer = null, entry_path = null, user_agent = null, is_returning = null,
    utm_term = null, utm_content = null,
    {", ".join(_shared(column) for column in ("utm_source", "utm_medium", "utm_campaign"))}, updated_at = :now
  where {_OF_PERSON}
  returning s.session_id
), reported as (
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select :tenant, 'session', session_id, :now from changed
)
select session_id from changed
""",  # noqa: S608 - names and a condition from above
    ),
)
