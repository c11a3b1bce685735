"""Click records of one person: page loads with their click ids or in their quiz sessions.

A device fingerprint alone does not identify a person: many people have the same kind of device.
"""

from abano.database.personal_data import PersonalRecords

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
