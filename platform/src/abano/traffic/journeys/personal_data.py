"""Visits of one person: those that led to their bookings or to their quiz sessions. They are deleted as a whole."""

from abano.database.personal_data import PersonalRecords

_OF_PERSON = """
j.tenant_id = :tenant and j.visit_id in (
  select k.visit_id from journey_events k
  where k.tenant_id = :tenant and (k.session_id = any(:session_ids) or k.booking_id = any(:booking_ids))
)
"""

RECORDS = (
    PersonalRecords(
        "journeys",
        find=f"""
select to_jsonb(j) - array['tenant_id', 'row_xid'] from journey_events j where {_OF_PERSON}
order by j.reached_at, j.visit_id, j.step
""",  # noqa: S608 - a condition from above
        erase=f"""
with erased as (delete from journey_events j where {_OF_PERSON} returning j.visit_id, j.step),
reported as (
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select distinct :tenant, 'visit', visit_id::text, cast(:now as timestamptz) from erased
)
select visit_id || ' ' || step from erased
""",  # noqa: S608 - a condition from above
    ),
)
