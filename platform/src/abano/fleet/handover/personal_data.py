"""Personal data of hand-overs and returns. Mileage, fuel, and where a vehicle is damaged are kept."""

from abano.db.personal_data import PersonalRecords

RECORDS = (
    PersonalRecords(
        "handOvers",
        find="""
select to_jsonb(r) - array['tenant_id', 'admin_id', 'request_hash', 'print_at', 'print_attempts']
from hand_over_records r
where r.tenant_id = :tenant and r.booking_id = any(:booking_ids) order by r.created_at, r.id
""",
        erase="""
update hand_over_records set note = '', signer_name = '', signature = '[]', accessories = '[]', print_at = null
where tenant_id = :tenant and booking_id = any(:booking_ids) returning id
""",
    ),
    PersonalRecords(
        "vehicleDamages",
        find="""
select to_jsonb(d) - array['tenant_id', 'repaired_by'] from vehicle_damages d
where d.tenant_id = :tenant and d.booking_id = any(:booking_ids) order by d.found_at, d.id
""",
        erase="""
update vehicle_damages set note = '' where tenant_id = :tenant and booking_id = any(:booking_ids) returning id
""",
    ),
    PersonalRecords(
        "proposedLines",
        find="""
select to_jsonb(l) - array['tenant_id', 'decided_by'] from proposed_lines l
where l.tenant_id = :tenant and l.booking_id = any(:booking_ids) order by l.created_at, l.id
""",
        erase="""
update proposed_lines set reason = '' where tenant_id = :tenant and booking_id = any(:booking_ids) returning id
""",
    ),
)
