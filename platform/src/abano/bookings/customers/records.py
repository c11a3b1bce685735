"""Personal data of customers, and the subject of an export or erasure by email or customer.

A customer found by an email or phone includes everyone merged into them. If customers share an email and one
of them is erased from their page, the other keeps it.
"""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from sqlalchemy import text

from abano.core.errors import Message
from abano.db.personal_data import Person, PersonalRecords, records_of
from abano.db.unit_of_work import UnitOfWork

# Those who have one of the addresses, with all that are shown as one of them.
_FIND = text("""
with found as (
  select coalesce(c.merged_into, c.id) as root
  from customers c
  where c.tenant_id = :tenant and (c.id = any(cast(:customer_ids as uuid[])) or exists (
    select from customer_contacts k, unnest(cast(:emails as text[])) as e (address)
    where k.tenant_id = c.tenant_id and k.customer_id = c.id and k.email_key <> ''
      and k.email_key = contact_email(e.address)
  ))
)
select c.id from customers c
where c.tenant_id = :tenant and (c.id in (select root from found) or c.merged_into in (select root from found))
order by c.id
""")
_EMAILS = text("""
select distinct lower(b.customer_email) from customers_bookings b
where b.tenant_id = :tenant and b.member_id = any(cast(:customer_ids as uuid[])) and b.customer_email <> ''
  and (:shared or not exists (
    select from customer_contacts k
    where k.tenant_id = b.tenant_id and k.email_key = contact_email(b.customer_email)
      and not k.customer_id = any(cast(:customer_ids as uuid[]))
  ))
order by 1
""")

PERSONAL_RECORDS = (
    records_of("customerEvents", "customer_events", by="customer_id", hidden=("admin_id",)),
    records_of("customerNotes", "customer_notes", by="customer_id", hidden=("admin_id",)),
    records_of(
        "customerContacts",
        "customer_contacts",
        by="customer_id",
        order="created_at, email_key, phone_key",
        key="customer_id",
    ),
    # Last, because the others hang on them.
    PersonalRecords(
        "customers",
        find="""
select to_jsonb(c) - array['tenant_id'] from customers c
where c.tenant_id = :tenant and c.id = any(:customer_ids) order by c.created_at, c.id
""",
        erase="delete from customers where tenant_id = :tenant and id = any(:customer_ids) returning id",
    ),
)


async def with_customers(uow: UnitOfWork, person: Person) -> Person:
    """Add the customers with an email or one of the ids, and all their emails.

    Their bookings are locked before and after, so that the worker cannot reassign them in between.
    """
    values = {
        "tenant": uow.tenant_id,
        "emails": list(person.emails),
        "customer_ids": list(person.customer_ids),
    }
    ids: Sequence[UUID] = (await uow.session.scalars(_FIND, values)).all()
    values = {"tenant": uow.tenant_id, "customer_ids": list(ids), "shared": person.is_by_email}
    theirs = (await uow.session.scalars(_EMAILS, values)).all()
    return replace(person, customer_ids=tuple(ids), emails=tuple(dict.fromkeys((*person.emails, *theirs))))


# Sentences of customers.

BLACKLIST_REASON_MISSING = Message("blacklist_reason_missing", "Please enter a reason")
SAME_CUSTOMER = Message("same_customer", "This is the same customer already")
NO_SUCH_MERGE = Message("no_such_merge", "This merge is not in the customer's history")
NEITHER_EMAIL_NOR_CUSTOMER = Message(
    "neither_email_nor_customer", "Please enter an email address or choose a customer"
)
