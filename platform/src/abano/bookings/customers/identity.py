"""SQL of who is who: giving bookings to customers, who may be one person, who is on the blacklist."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import text

from abano.bookings.customers.rules import ProposalKind
from abano.db.engine import Database
from abano.db.repositories import Repository
from abano.db.unit_of_work import TenantId, tenant_id_from_database

# Pairs are searched among this many customers with the latest bookings, and this many customers per shared
# phone number: a hotel's number has thousands.
LOOKED = 2_000
MAX_SHARING = 8
# Transactions from the returned number on may not be visible yet; all earlier ones are.
_SNAPSHOT = text("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
_UNASSIGNED = text("""
select b.id, b.created_at from bookings b
where b.tenant_id = :tenant and b.row_xid >= cast(cast(:since as text) as xid8)
  and (b.created_at, b.id) > (:moment, :id) and (b.customer_email <> '' or b.customer_phone <> '')
  and not exists (
    select from customer_bookings l where l.tenant_id = b.tenant_id and l.booking_id = b.id
  )
order by b.created_at, b.id limit :limit
""")
_TENANTS_UNASSIGNED = """
select pg_snapshot_xmin(pg_current_snapshot())::text::bigint, array(
  select distinct tenant_id from reporting.unassigned_bookings where row_xid >= %(since)s::text::xid8
)
"""
_ASSIGN = text("""
select assign_customer(:tenant, o.id)
from unnest(cast(:ids as uuid[])) with ordinality as o (id, place) order by o.place
""")
_PROPOSALS = text("""
with newest as materialized (
  select c.id from customers c where c.tenant_id = :tenant and c.merged_into is null
  order by c.last_booked_at desc, c.id desc limit :looked
), own as materialized (
  select n.id as root, k.email_key, k.phone_key
  from newest n, lateral (
    select n.id union all select m.id from customers m where m.tenant_id = :tenant and m.merged_into = n.id
  ) as m, lateral (
    select k.email_key, k.phone_key from customer_contacts k where k.tenant_id = :tenant and k.customer_id = m.id
  ) as k
), near as (
  select 'phone' as by, o.root, k.customer_id from own o, lateral (
    select s.customer_id from customer_contacts s
    where s.tenant_id = :tenant and s.phone_key = o.phone_key and s.phone_key <> '' limit :most
  ) as k
  union all
  select 'email', o.root, k.customer_id from own o, lateral (
    select s.customer_id from customer_contacts s
    where s.tenant_id = :tenant and s.email_key = o.email_key and s.email_key <> '' limit :most
  ) as k
), pairs as (
  select distinct on (least(n.root, r.id), greatest(n.root, r.id))
    n.by, least(n.root, r.id) as one, greatest(n.root, r.id) as other, n.root
  from near n, lateral (
    select coalesce(c.merged_into, c.id) as id from customers c where c.tenant_id = :tenant and c.id = n.customer_id
  ) as r
  where r.id <> n.root
  order by least(n.root, r.id), greatest(n.root, r.id), n.by desc
)
select p.by, p.one, p.other
from pairs p join customers a on a.tenant_id = :tenant and a.id = p.root
where not exists (
  select from customer_distinctions d where d.tenant_id = :tenant and d.one_id = p.one and d.other_id = p.other
)
order by a.last_booked_at desc, p.one, p.other limit :limit
""")
_PROPOSALS_OF = text("""
with own as (
  select k.email_key, k.phone_key from customer_contacts k
  where k.tenant_id = :tenant and k.customer_id = any(cast(:members as uuid[]))
), near as (
  select 'phone' as by, k.customer_id from own o, lateral (
    select s.customer_id from customer_contacts s
    where s.tenant_id = :tenant and s.phone_key = o.phone_key and s.phone_key <> '' limit :most
  ) as k
  union all
  select 'email', k.customer_id from own o, lateral (
    select s.customer_id from customer_contacts s
    where s.tenant_id = :tenant and s.email_key = o.email_key and s.email_key <> '' limit :most
  ) as k
), roots as (
  select distinct on (root) n.by, coalesce(c.merged_into, c.id) as root
  from near n join customers c on c.tenant_id = :tenant and c.id = n.customer_id
  where coalesce(c.merged_into, c.id) <> :root
  order by root, n.by desc
)
select r.by, r.root from roots r
where not exists (
  select from customer_distinctions d where d.tenant_id = :tenant
    and d.one_id = least(r.root, cast(:root as uuid)) and d.other_id = greatest(r.root, cast(:root as uuid))
)
order by r.root limit :limit
""")
_BLACKLISTED = text("""
with listed as materialized (
  select r.id as root, r.name, r.blacklist_reason as reason, m.id as member
  from customers r, lateral (
    select r.id union all select m.id from customers m where m.tenant_id = r.tenant_id and m.merged_into = r.id
  ) as m
  where r.tenant_id = :tenant and r.is_blacklisted and r.merged_into is null
), reached as materialized (
  select l.root, l.name, l.reason, k.email_key, k.phone_key
  from listed l join customer_contacts k on k.tenant_id = :tenant and k.customer_id = l.member
), asked as materialized (
  select a.place, contact_email(a.email) as email_key, contact_phone(a.phone) as phone_key
  from unnest(cast(:emails as text[]), cast(:phones as text[])) with ordinality as a (email, phone, place)
)
select a.place, r.root, r.name, r.reason,
  bool_or(a.email_key <> '' and r.email_key = a.email_key) as by_email,
  bool_or(a.phone_key <> '' and r.phone_key = a.phone_key) as by_phone
from asked a join reached r
  on (a.email_key <> '' and r.email_key = a.email_key) or (a.phone_key <> '' and r.phone_key = a.phone_key)
group by a.place, r.root, r.name, r.reason
order by a.place, r.root
""")
_MATCHING = text("""
select coalesce(c.merged_into, c.id)
from customer_contacts k join customers c on c.tenant_id = k.tenant_id and c.id = k.customer_id
where k.tenant_id = :tenant
  and ((k.email_key = contact_email(cast(:email as text)) and k.email_key <> '')
    or (k.phone_key = contact_phone(cast(:phone as text)) and k.phone_key <> ''))
order by (k.email_key = contact_email(cast(:email as text)) and k.email_key <> '') desc, c.last_booked_at desc limit 1
""")
_LAST_BOOKED = text("""
update customers c set last_booked_at = coalesce((
  select max(b.created_at) from customers m
  join customers_bookings b on b.tenant_id = m.tenant_id and b.member_id = m.id
  where m.tenant_id = c.tenant_id and (m.id = c.id or m.merged_into = c.id)
), c.created_at)
where c.tenant_id = :tenant and c.id = any(cast(:ids as uuid[]))
""")


class Pair(NamedTuple):
    """Two roots who may be one person."""

    by: ProposalKind
    one: UUID
    other: UUID


class Warned(NamedTuple):
    """``place``: which of the contacts that were asked about, from 1."""

    place: int
    root: UUID
    name: str
    reason: str
    by_email: bool
    by_phone: bool


async def find_unassigned(db: Database, since: int) -> tuple[int, list[TenantId]]:
    """``since`` for the next query, and the tenants with bookings from ``since`` on that have no customer."""
    async with db.reporting() as conn:
        row = await (await conn.execute(_TENANTS_UNASSIGNED, {"since": since})).fetchone()
    return (row[0], [tenant_id_from_database(each) for each in row[1]]) if row else (since, [])


class IdentityRepository(Repository):
    """Identity queries on one tenant's customers. Uses the caller's transaction."""

    async def snapshot(self) -> int:
        """The oldest transaction whose rows may not be visible yet."""
        return int(await self._session.scalar(_SNAPSHOT) or 0)

    async def list_unassigned(
        self, since: int, after: tuple[datetime, UUID], limit: int
    ) -> list[tuple[datetime, UUID]]:
        """The next bookings without a customer, in the order of time, that transactions from ``since`` on wrote."""
        moment, last_id = after
        values: dict[str, Any] = {
            "tenant": self._tenant, "since": str(since), "moment": moment, "id": last_id, "limit": limit
        }  # fmt: skip
        found = await self._session.execute(_UNASSIGNED, values)
        return [(created_at, booking_id) for booking_id, created_at in found]

    async def assign(self, booking_ids: Sequence[UUID]) -> None:
        """Give bookings to their customers, by the schema's function ``assign_customer``."""
        await self._session.execute(_ASSIGN, {"tenant": self._tenant, "ids": list(booking_ids)})

    async def proposals(self, limit: int) -> list[Pair]:
        """Pairs that may be one person, of roots who booked last and whomever they share something with."""
        values: dict[str, Any] = {
            "tenant": self._tenant, "looked": LOOKED, "most": MAX_SHARING, "limit": limit
        }  # fmt: skip
        return [Pair(*row) for row in await self._session.execute(_PROPOSALS, values)]

    async def proposals_of(self, root: UUID, members: Sequence[UUID], limit: int) -> list[Pair]:
        values: dict[str, Any] = {
            "tenant": self._tenant, "root": root, "members": list(members), "most": MAX_SHARING, "limit": limit
        }  # fmt: skip
        return [Pair(by, root, other) for by, other in await self._session.execute(_PROPOSALS_OF, values)]

    async def blacklisted(self, emails: Sequence[str], phones: Sequence[str]) -> list[Warned]:
        """Who on the blacklist has one of these addresses or numbers; both lists are of one length."""
        values: dict[str, Any] = {"tenant": self._tenant, "emails": list(emails), "phones": list(phones)}
        return [Warned(*row) for row in await self._session.execute(_BLACKLISTED, values)]

    async def matching(self, email: str, phone: str) -> UUID | None:
        """The root customer with this email, or otherwise this phone number."""
        values = {"tenant": self._tenant, "email": email, "phone": phone}
        found: UUID | None = await self._session.scalar(_MATCHING, values)
        return found

    async def recount_last_booked(self, ids: Sequence[UUID]) -> None:
        """Set when these customers, with those merged into them, booked last."""
        await self._session.execute(_LAST_BOOKED, {"tenant": self._tenant, "ids": list(ids)})
