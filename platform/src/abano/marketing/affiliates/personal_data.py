"""Personal data of affiliates' accounts. Earned, voided and paid amounts are kept.

An account with another sign-in address whose payout email matches loses only the payout email.
"""

from dataclasses import replace

from sqlalchemy import text

from abano.db.personal_data import Person, PersonalRecords
from abano.db.unit_of_work import UnitOfWork

ERASED_NAME = "Erased affiliate"
_FIND = text(
    "select id from affiliates where tenant_id = :tenant and email = any(cast(:emails as text[])) for no key update"
)
_ACCOUNT = "a.tenant_id = :tenant and (a.id = any(:affiliate_ids) or lower(a.paypal_email) = any(:emails))"
_PAYOUT = (
    "p.tenant_id = :tenant and (p.affiliate_id = any(:affiliate_ids) or lower(p.paypal_email) = any(:emails))"
)
_REFUSED = (
    "e.tenant_id = :tenant and e.kind = 'refused' and e.reason <> 'Erased'"
    " and (e.affiliate_id = any(:affiliate_ids) or e.booking_id = any(:booking_ids))"
)

PERSONAL_RECORDS = (
    # The reason of a refusal may name the customer or the affiliate.
    PersonalRecords(
        "refusedCommissions",
        find=f"""
select jsonb_build_object('booking_id', e.booking_id, 'reason', e.reason, 'created_at', e.created_at)
from commission_entries e where {_REFUSED} order by e.created_at, e.booking_id
""",  # noqa: S608 - a condition from above
        erase=f"""
update commission_entries e set reason = 'Erased' where {_REFUSED} returning e.booking_id
""",  # noqa: S608 - a condition from above
    ),
    # A code contains the affiliate's name. Bookings and commissions keep it under a new name.
    PersonalRecords(
        "affiliateCodes",
        find="""
select to_jsonb(c) - array['tenant_id'] from promo_codes c
where c.tenant_id = :tenant and c.affiliate_id = any(:affiliate_ids) order by c.created_at, c.code
""",
        erase="""
with renamed as (
  select c.code as before, 'ERASED-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 12)) as after
  from promo_codes c where c.tenant_id = :tenant and c.affiliate_id = any(:affiliate_ids)
), booked as (
  update bookings b set promo_code = r.after from renamed r where b.tenant_id = :tenant and b.promo_code = r.before
), earned as (
  update commissions e set promo_code = r.after from renamed r where e.tenant_id = :tenant and e.promo_code = r.before
)
update promo_codes c set code = r.after, is_active = false from renamed r
where c.tenant_id = :tenant and c.code = r.before
returning c.code
""",
    ),
    PersonalRecords(
        "affiliatePayouts",
        find=f"""
select to_jsonb(p) - array['tenant_id', 'paid_by'] || jsonb_build_object('reversal', (
  select to_jsonb(r) - array['tenant_id', 'payout_id', 'reversed_by'] from commission_reversals r
  where r.tenant_id = p.tenant_id and r.payout_id = p.id
))
from commission_payouts p where {_PAYOUT} order by p.created_at, p.id
""",  # noqa: S608 - a condition from above
        erase=f"""
with reversed as (
  update commission_reversals r set reason = 'Erased' from commission_payouts p
  where r.tenant_id = p.tenant_id and r.payout_id = p.id and {_PAYOUT}
)
update commission_payouts p set paypal_email = null where {_PAYOUT} returning p.id
""",  # noqa: S608 - a condition from above
    ),
    PersonalRecords(
        "affiliateAccounts",
        find=f"""
select to_jsonb(a) - array['tenant_id', 'password_hash'] from affiliates a where {_ACCOUNT}
order by a.created_at, a.id
""",  # noqa: S608 - a condition from above
        erase=f"""
with sessions as (
  delete from affiliate_sessions where tenant_id = :tenant and affiliate_id = any(:affiliate_ids)
), resets as (
  delete from affiliate_password_resets where tenant_id = :tenant and affiliate_id = any(:affiliate_ids)
), elsewhere as (
  update affiliates a set paypal_email = null
  where {_ACCOUNT} and not a.id = any(:affiliate_ids)
  returning a.id
), own as (
  update affiliates a set name = '{ERASED_NAME}', email = a.id || '@erased.invalid', paypal_email = null, phone = '',
    website = '', notes = '', password_hash = null, status = 'paused'
  where a.tenant_id = :tenant and a.id = any(:affiliate_ids)
  returning a.id
)
select id from own union all select id from elsewhere
""",  # noqa: S608 - a condition from above
    ),
)


async def with_accounts(uow: UnitOfWork, person: Person) -> Person:
    """Add the ids of the person's affiliate accounts, locked until the transaction ends."""
    ids = await uow.session.scalars(_FIND, {"tenant": uow.tenant_id, "emails": list(person.emails)})
    return replace(person, affiliate_ids=tuple(ids))
