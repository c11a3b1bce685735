"""What clicks and journeys keep of a person."""

from abano.db.personal_data import PersonalRecords

_OF_PERSON = """
c.tenant_id = :tenant and (c.session_id = any(:session_ids) or c.gclid = any(:click_ids)
  or c.gbraid = any(:click_ids) or c.wbraid = any(:click_ids))
"""
# A visit is written together with its click record, at the same time, so it is erased with it.
_VISIT = f"""
v.tenant_id = :tenant and exists (
  select from click_records c where {_OF_PERSON} and c.ip_address = v.ip_address and c.created_at = v.visited_at
)
"""

# Visits first: they are found by their click records.
RECORDS = (
    PersonalRecords(
        "visits",
        find=f"""
select to_jsonb(v) - array['tenant_id'] from ip_visits v where {_VISIT} order by v.visited_at, v.id
""",  # noqa: S608 - a condition from above
        erase=f"delete from ip_visits v where {_VISIT} returning v.id",  # noqa: S608 - a condition from above
    ),
    PersonalRecords(
        "clicks",
        find=f"""
select to_jsonb(c) - array['tenant_id', 'row_xid'] from click_records c where {_OF_PERSON} order by c.created_at, c.id
""",  # noqa: S608 - a condition from above
        erase=f"""
with erased as (delete from click_records c where {_OF_PERSON} returning c.id),
reported as (
  insert into warehouse_erasures (tenant_id, kind, subject, created_at) select :tenant, 'click', id, :now from erased
)
select id from erased
""",  # noqa: S608 - a condition from above
    ),
)


# Visits of one person: those that led to their bookings or to their quiz sessions. They are deleted as a whole.

_JOURNEYS_OF_PERSON = """
j.tenant_id = :tenant and j.visit_id in (
  select k.visit_id from journey_events k
  where k.tenant_id = :tenant and (k.session_id = any(:session_ids) or k.booking_id = any(:booking_ids))
)
"""

JOURNEYS_RECORDS = (
    PersonalRecords(
        "journeys",
        find=f"""
select to_jsonb(j) - array['tenant_id', 'row_xid'] from journey_events j where {_JOURNEYS_OF_PERSON}
order by j.reached_at, j.visit_id, j.step
""",  # noqa: S608 - a condition from above
        erase=f"""
with erased as (delete from journey_events j where {_JOURNEYS_OF_PERSON} returning j.visit_id, j.step),
reported as (
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select distinct :tenant, 'visit', visit_id::text, cast(:now as timestamptz) from erased
)
select visit_id || ' ' || step from erased
""",  # noqa: S608 - a condition from above
    ),
)
