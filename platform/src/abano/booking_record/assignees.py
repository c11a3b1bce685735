"""Team members who deliver and collect a booking's vehicle."""

from collections.abc import Collection
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

from sqlalchemy import text

from abano.accounts.access.principals import Actor
from abano.accounts.access.rights import Right, roles_with
from abano.accounts.audit.service import record
from abano.core.errors import InvalidInput, Message, NotFound
from abano.db.unit_of_work import UnitOfWork

TripKind = Literal["handover", "return"]
NOT_ON_TEAM = Message("assignee_unknown", "Choose someone of your team who works with bookings")

# Those who record handovers and returns: people with one of these rights.
STAFF_RIGHTS: tuple[Right, ...] = ("bookings", "yard")
_STAFF = text("""
select id, coalesce(nullif(name, ''), email) as name from admins
where tenant_id = :tenant and disabled_at is null and (
  role = any(:roles)
  or exists (
    select 1 from custom_roles r
    where r.tenant_id = admins.tenant_id and r.id = admins.role_id and r.rights && cast(:rights as text[])
  )
)
order by lower(coalesce(nullif(name, ''), email)), id limit 200
""")
_ASSIGNED = text("""
select s.booking_id, s.kind, a.id, coalesce(nullif(a.name, ''), a.email)
from booking_assignees s join admins a on a.tenant_id = s.tenant_id and a.id = s.admin_id
where s.tenant_id = :tenant and s.booking_id = any(:bookings)
""")
_ASSIGN = text("""
insert into booking_assignees (tenant_id, booking_id, kind, admin_id, assigned_at)
values (:tenant, :booking, :kind, :admin, :now)
on conflict (tenant_id, booking_id, kind)
  do update set admin_id = excluded.admin_id, assigned_at = excluded.assigned_at
""")
_UNASSIGN = text(
    "delete from booking_assignees where tenant_id = :tenant and booking_id = :booking and kind = :kind"
)
_FIND = text("select id from bookings where tenant_id = :tenant and id = :booking")
_REFERENCE = text("select reference from bookings where tenant_id = :tenant and id = :booking for update")


class Member(NamedTuple):
    admin_id: UUID
    name: str


Assigned = dict[tuple[UUID, str], Member]


async def list_staff(uow: UnitOfWork) -> list[Member]:
    """Assignable team members, by name; at most 200."""
    values = {
        "tenant": uow.tenant_id,
        "roles": roles_with(*STAFF_RIGHTS),
        "rights": list(STAFF_RIGHTS),
    }
    return [Member(*row) for row in await uow.session.execute(_STAFF, values)]


async def get_assigned(uow: UnitOfWork, booking_id: UUID) -> Assigned:
    """Of one booking. Raises NotFound."""
    if await uow.session.scalar(_FIND, {"tenant": uow.tenant_id, "booking": booking_id}) is None:
        raise NotFound
    return await list_assigned(uow, [booking_id])


async def list_assigned(uow: UnitOfWork, booking_ids: Collection[UUID]) -> Assigned:
    """By booking and kind."""
    values = {"tenant": uow.tenant_id, "bookings": list(booking_ids)}
    rows = await uow.session.execute(_ASSIGNED, values)
    return {(booking_id, kind): Member(admin_id, name) for booking_id, kind, admin_id, name in rows}


async def assign(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, kind: TripKind, admin_id: UUID | None, now: datetime
) -> None:
    """Assign someone, or no one any more. Raises NotFound, InvalidInput."""
    values: dict[str, object] = {"tenant": uow.tenant_id, "booking": booking_id, "kind": kind}
    reference = await uow.session.scalar(_REFERENCE, values)
    if reference is None:
        raise NotFound
    before = (await list_assigned(uow, [booking_id])).get((booking_id, kind))
    if admin_id is None:
        await uow.session.execute(_UNASSIGN, values)
    else:
        if admin_id not in {each.admin_id for each in await list_staff(uow)}:
            raise InvalidInput.of("adminId", NOT_ON_TEAM())
        await uow.session.execute(_ASSIGN, values | {"admin": admin_id, "now": now})
    await record(
        uow,
        actor,
        "booking.assigned",
        subject=("booking", reference),
        before={"kind": kind, "admin": str(before.admin_id) if before else None},
        after={"kind": kind, "admin": str(admin_id) if admin_id else None},
        now=now,
    )
