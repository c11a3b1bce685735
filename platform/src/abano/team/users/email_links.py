"""Use cases behind links in emails: invitations, and password resets of the console and of affiliates."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, cast
from uuid import UUID

from sqlalchemy.orm import InstrumentedAttribute

from abano.accounts.access import throttle
from abano.accounts.access.limits import RESET_EMAILS
from abano.accounts.access.models import AdminInvitation, AdminPasswordReset
from abano.accounts.access.passwords import check_new_password, hash_password
from abano.accounts.access.principals import Actor, Admin
from abano.accounts.access.rights import AnyRole
from abano.accounts.audit.service import record
from abano.core.clock import Clock
from abano.core.email_address import EMAIL_INVALID, is_email
from abano.core.errors import AbanoError, InvalidInput, NotFound, ResetLinkExpired
from abano.core.ids import new_id, new_token, token_hash
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.messaging.outbox.kinds import AdminInvited, AdminResetLink, AffiliateResetLink
from abano.messaging.outbox.outbox import SealedLink, enqueue
from abano.team.users.own_account import set_password
from abano.team.users.repository import AdminRepository, LinkRepository, ResetRepository
from abano.team.users.roles import choose_role, find_role_name, load_admin
from abano.team.users.schemas import INVITATION_LIFETIME
from abano.team.users.users import AdminExists, add
from abano.tenancy.plans.service import check_limit

RESET_LIFETIME = timedelta(hours=1)


class Recipient(NamedTuple):
    """Who gets a link."""

    account_id: UUID
    email: str
    name: str
    language: str | None


@dataclass(frozen=True, slots=True)
class PasswordResets:
    """The links to one kind of account.

    ``account``: the column of their table that names it. ``find``: who may reset the password of an email's account.
    ``find_page``: the path of the page that a link leads to, in a language. ``counted_as``: in limits of attempts.
    """

    counted_as: str
    account: InstrumentedAttribute[UUID | None]
    message: type[AdminResetLink] | type[AffiliateResetLink]
    find: Callable[[UnitOfWork, str], Awaitable[Recipient | None]]
    find_page: Callable[[UnitOfWork, str | None], Awaitable[str]]

    async def request(
        self,
        db: Database,
        tenant_id: TenantId,
        *,
        email: str,
        ip: str | None,
        origin: str,
        key: str,
        clock: Clock,
    ) -> None:
        """Send a link if the account exists.

        Without an account, the same rows are written, so that neither the response nor its time reveals it.
        Raises TooManyRequests, for unknown accounts too.
        """
        now = clock.now()
        asked = throttle.subject(key, self.counted_as, email.lower(), throttle.place(ip))
        emails = throttle.subject(key, f"{self.counted_as} emails", email.lower())
        async with db.uow(tenant_id) as uow:
            wait = await throttle.wait_after_asking(uow, asked, key, ip, now)
        throttle.require_no_wait(wait)
        async with db.uow(tenant_id) as uow:
            too_many_emails = await throttle.wait_after_attempt(uow, emails, RESET_EMAILS, now)
            found = await self.find(uow, email)
            account_id, to, name, language = found if found and not too_many_emails else (None, "", "", None)
            token = new_token()
            links = ResetRepository(uow, self.account)
            await links.add(token_hash(token), account_id, now, now + RESET_LIFETIME)
            link = SealedLink(key, f"{origin}{await self.find_page(uow, language)}#{token}")
            message = self.message(to=to, name=name, sealed_link=link.sealed(), language=language)
            await enqueue(uow, message, now)

    async def account_of(self, uow: UnitOfWork, token: str, now: datetime) -> UUID:
        """The account of an unexpired link. Raises ResetLinkExpired."""
        account_id = await ResetRepository(uow, self.account).find(token_hash(token), now)
        if account_id is None:
            raise ResetLinkExpired
        return account_id

    async def use(self, uow: UnitOfWork, token: str, account_id: UUID, now: datetime) -> None:
        """Delete an unexpired link; of two concurrent calls one raises ResetLinkExpired.

        The caller has locked the account, as all changes do first, to avoid deadlocks.
        """
        if await ResetRepository(uow, self.account).use(token_hash(token), now) != account_id:
            raise ResetLinkExpired


class InvitationExpired(AbanoError):
    """This invitation was used, withdrawn, or is older than seven days. Please ask for a new one."""

    status = 410


@dataclass(frozen=True, slots=True)
class Invitation:
    """The invitation as shown to the invited person. ``role_name``: of the company's own role."""

    email: str
    role: AnyRole
    role_name: str | None


async def invite(
    uow: UnitOfWork,
    actor: Actor,
    *,
    email: str,
    role: AnyRole,
    role_id: UUID | None,
    origin: str,
    key: str,
    clock: Clock,
) -> AdminInvitation:
    """Send a link, which replaces an earlier one to the same address.

    Open invitations take up the plan's room, too. Raises InvalidInput, AdminExists, PlanLimitReached.
    """
    now = clock.now()
    email = email.strip().lower()
    if not is_email(email):
        raise InvalidInput.of("email", EMAIL_INVALID())
    if await AdminRepository(uow).by_email(email):
        raise AdminExists
    custom_role = await choose_role(uow, role, role_id)
    role_name = custom_role.name if custom_role else role
    links = LinkRepository(uow)
    earlier = await links.invitation_of(email)
    if earlier is not None:
        await links.remove(earlier)
    await check_limit(uow, "staff", reserved=lambda: links.count_open(now))
    token = new_token()
    invitation = AdminInvitation(
        tenant_id=uow.tenant_id,
        id=new_id(),
        email=email,
        role=role,
        role_id=role_id,
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
        after={"role": role_name, "email": email},
        now=now,
    )
    link = SealedLink(key, f"{origin}/admin/accept-invitation#{token}")
    invited_by = actor.admin.name if actor.admin else ""
    message = AdminInvited(to=email, role=role_name, invited_by=invited_by, sealed_link=link.sealed())
    await enqueue(uow, message, now)
    return invitation


async def withdraw(uow: UnitOfWork, actor: Actor, invitation_id: UUID, *, clock: Clock) -> None:
    """Withdraw a pending invitation. Raises NotFound."""
    links = LinkRepository(uow)
    invitation = await links.invitation(invitation_id)
    if invitation is None:
        raise NotFound
    role = await find_role_name(uow, invitation.role_id) or invitation.role
    await links.remove(invitation)
    await record(
        uow,
        actor,
        "admin.invitation_withdrawn",
        subject=("invitation", invitation_id),
        before={"role": role, "email": invitation.email},
        now=clock.now(),
    )


async def look_at(uow: UnitOfWork, token: str, *, clock: Clock) -> Invitation:
    """The invitation of a token. Raises InvitationExpired."""
    row = await LinkRepository(uow).lock_invitation(token_hash(token), clock.now())
    if row is None:
        raise InvitationExpired
    return Invitation(row.email, cast(AnyRole, row.role), await find_role_name(uow, row.role_id))


async def accept(
    db: Database,
    tenant_id: TenantId,
    *,
    token: str,
    name: str,
    password: str,
    ip: str | None,
    clock: Clock,
) -> Admin:
    """Create the invited admin with their password. Raises InvalidInput, InvitationExpired, PlanLimitReached."""
    async with db.uow(tenant_id) as uow:
        invited = await look_at(uow, token, clock=clock)
    await check_new_password(password, "password", name, invited.email)
    password_hash = await hash_password(password)
    async with db.uow(tenant_id) as uow:
        links = LinkRepository(uow)
        invitation = await links.lock_invitation(token_hash(token), clock.now())
        if invitation is None:
            raise InvitationExpired
        role = cast(AnyRole, invitation.role)
        custom_role = await choose_role(uow, role, invitation.role_id)
        await check_limit(uow, "staff")
        try:
            admin = await add(
                uow,
                email=invitation.email,
                name=name.strip(),
                password_hash=password_hash,
                role=role,
                clock=clock,
                custom_role=custom_role,
            )
        except AdminExists as error:
            raise InvitationExpired from error
        await links.remove(invitation)
        await record(
            uow,
            Actor(admin, ip),
            "admin.joined",
            subject=("admin", admin.id),
            after={"role": custom_role.name if custom_role else role},
            now=clock.now(),
        )
    return admin


# Password reset.


async def _find_recipient(uow: UnitOfWork, email: str) -> Recipient | None:
    # Locked: an admin who is being disabled gets no link that works once they are enabled again.
    row = await AdminRepository(uow).hold_by_email(email)
    return Recipient(row.id, row.email, row.name, row.language) if row and row.disabled_at is None else None


async def _find_page(_uow: UnitOfWork, _language: str | None) -> str:
    return "/admin/reset-password"


RESETS = PasswordResets("reset", AdminPasswordReset.admin_id, AdminResetLink, _find_recipient, _find_page)


async def reset_password(
    db: Database, tenant_id: TenantId, *, token: str, password: str, ip: str | None, clock: Clock
) -> None:
    """Set a new password by a link, once. All sessions end. Raises ResetLinkExpired, InvalidInput, TooBusy.

    The link is checked before the expensive work; a refused password does not use it up.
    """
    async with db.uow(tenant_id) as uow:
        admin_id = await RESETS.account_of(uow, token, clock.now())
        row = await AdminRepository(uow).by_id(admin_id)
    if row is None or row.disabled_at is not None:
        raise ResetLinkExpired
    await check_new_password(password, "password", row.email, row.name)
    new_hash = await hash_password(password)
    async with db.uow(tenant_id) as uow:
        row = await AdminRepository(uow).lock(admin_id)
        if row is None or row.disabled_at is not None:
            raise ResetLinkExpired
        await RESETS.use(uow, token, admin_id, clock.now())
        actor = Actor(admin := await load_admin(uow, row), ip)
        await set_password(uow, actor, admin, new_hash, keep=None, action="password_reset", clock=clock)
