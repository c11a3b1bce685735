"""Photographs and signed documents of a person's bookings. Their content goes within a minute (``tasks.py``)."""

from abano.db.personal_data import PersonalRecords

RECORDS = (
    PersonalRecords(
        "photographsAndDocuments",
        find="""
select to_jsonb(m) - array['tenant_id'] from media_files m
where m.tenant_id = :tenant and m.booking_id = any(:booking_ids) order by m.created_at, m.id
""",
        erase="delete from media_files where tenant_id = :tenant and booking_id = any(:booking_ids) returning id",
    ),
)
