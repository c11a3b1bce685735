"""Invitations by email: a link that is valid for seven days and can be used once."""

from dataclasses import dataclass
from typing import cast
from uuid import UUID

from abano.audit.service import record
from abano.auth.passwords import check_new_password, hash_password
from abano.auth.principals import Actor, Admin, Role
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.errors import AbanoError, InvalidInput, NotFound
from abano.identity.repository.admins import AdminRepository
from abano.identity.repository.links import LinkRepository
from abano.identity.rules import INVITATION_LIFETIME
from abano.identity.users import AdminExists, add
from abano.kit.clock import Clock
from abano.kit.email_address import EMAIL_INVALID, is_email
from abano.kit.ids import new_id, new_token, token_hash
from abano.models.admins import AdminInvitation
from abano.notifications.kinds import AdminInvited
from abano.notifications.outbox import SealedLink, enqueue


class InvitationExpired(AbanoError):
    """This invitation was used, withdrawn, or is older than seven days. Please ask for a new one."""

    status = 410


@dataclass(frozen=True, slots=True)
class Invitation:
    """The invitation as shown to the invited person."""

    email: str
    role: Role


async def invite(
    uow: UnitOfWork,
    actor: Actor,
    *,
    email: str,
    role: Role,
    origin: str,
    key: str,
    clock: Clock,
) -> AdminInvitation:
    """Send a link, which replaces an earlier one to the same address. Raises InvalidInput, AdminExists."""
    now = clock.now()
    email = email.strip().lower()
    if not is_email(email):
        raise InvalidInput.of("email", EMAIL_INVALID())
    if await AdminRepository(uow).by_email(email):
        raise AdminExists
    links = LinkRepository(uow)
    earlier = await links.invitation_of(email)
    if earlier is not None:
        await links.remove(earlier)
    token = new_token()
    invitation = AdminInvitation(
        tenant_id=uow.tenant_id,
        id=new_id(),
        email=email,
        role=role,
        token_hash=token_hash(token),
        invited_by=actor.admin_id,
        created_at=now,
        expires_at=now + INVITATION_LIFETIME,
    )
    await links.add(invitation)
    await record(
        uow,
        actor,
        "admin.invited",
        subject=("invitation", invitation.id),
        after={"role": role, "email": email},
        now=now,
    )
    link = SealedLink(key, f"{origin}/admin/accept-invitation#{token}")
    invited_by = actor.admin.name if actor.admin else ""
    message = AdminInvited(to=email, role=role, invited_by=invited_by, sealed_link=link.sealed())
    await enqueue(uow, message, now)
    return invitation


async def withdraw(uow: UnitOfWork, actor: Actor, invitation_id: UUID, *, clock: Clock) -> None:
    """Withdraw a pending invitation. Raises NotFound."""
    links = LinkRepository(uow)
    invitation = await links.invitation(invitation_id)
    if invitation is None:
        raise NotFound
    await links.remove(invitation)
    await record(
        uow,
        actor,
        "admin.invitation_withdrawn",
        subject=("invitation", invitation_id),
        before={"role": invitation.role, "email": invitation.email},
        now=clock.now(),
    )


async def look_at(uow: UnitOfWork, token: str, *, clock: Clock) -> Invitation:
    """The invitation of a token. Raises InvitationExpired."""
    row = await LinkRepository(uow).lock_invitation(token_hash(token), clock.now())
    if row is None:
        raise InvitationExpired
    return Invitation(row.email, cast(Role, row.role))


async def accept(
    db: Database,
    tenant_id: TenantId,
    *,
    token: str,
    name: str,
    password: str,
    address: str | None,
    clock: Clock,
) -> Admin:
    """Create the invited admin with their password. Raises InvalidInput, InvitationExpired."""
    async with db.uow(tenant_id) as uow:
        invited = await look_at(uow, token, clock=clock)
    await check_new_password(password, "password", name, invited.email)
    password_hash = await hash_password(password)
    async with db.uow(tenant_id) as uow:
        links = LinkRepository(uow)
        invitation = await links.lock_invitation(token_hash(token), clock.now())
        if invitation is None:
            raise InvitationExpired
        try:
            admin = await add(
                uow,
                email=invitation.email,
                name=name.strip(),
                password_hash=password_hash,
                role=cast(Role, invitation.role),
                clock=clock,
            )
        except AdminExists as error:
            raise InvitationExpired from error
        await links.remove(invitation)
        await record(
            uow,
            Actor(admin, address),
            "admin.joined",
            subject=("admin", admin.id),
            after={"role": invitation.role},
            now=clock.now(),
        )
    return admin
