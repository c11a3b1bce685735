"""Personal data of payments. The journal holds figures alone; issued documents are kept, as tax law wants.

What a document says of its customer is in the copy that they get, with a word why it stays.
"""

from abano.db.personal_data import PersonalRecords

RECORDS = (
    PersonalRecords(
        "paymentNotes",
        find="""
select jsonb_build_object('kind', e.kind, 'amount_minor', e.amount_minor, 'created_at', e.created_at, 'note', n.body)
from journal_notes n join journal_entries e on e.tenant_id = n.tenant_id and e.id = n.entry_id
where n.tenant_id = :tenant and e.booking_id = any(:booking_ids) order by e.created_at, e.id
""",
        erase="""
delete from journal_notes n using journal_entries e
where n.tenant_id = :tenant and e.tenant_id = n.tenant_id and e.id = n.entry_id and e.booking_id = any(:booking_ids)
returning n.entry_id
""",
    ),
    PersonalRecords(
        "paymentLinks",
        find="""
select to_jsonb(o) - array['tenant_id', 'token_hash', 'created_by'] from online_payments o
where o.tenant_id = :tenant and o.booking_id = any(:booking_ids) order by o.created_at, o.id
""",
        # The address of a payment page shows who pays; what was paid stays.
        erase="""
update online_payments set url = null where tenant_id = :tenant and booking_id = any(:booking_ids) returning id
""",
    ),
    # Shown in the copy, and kept: accounts must be kept for years (GDPR, article 17 (3) b).
    PersonalRecords(
        "payments",
        find="""
select to_jsonb(e) - array['tenant_id', 'admin_id', 'till_id'] from journal_entries e
where e.tenant_id = :tenant and e.booking_id = any(:booking_ids) order by e.booking_id, e.step
""",
        is_kept=True,
    ),
    PersonalRecords(
        "invoices",
        find="""
select to_jsonb(i) - array['tenant_id', 'issued_by'] from invoices i
where i.tenant_id = :tenant and i.booking_id = any(:booking_ids) order by i.issued_at, i.id
""",
        is_kept=True,
    ),
)
