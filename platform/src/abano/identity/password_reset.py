"""Password reset by a link that is sent to the account's e-mail address."""

from abano.auth import throttle
from abano.auth.limits import RESET_EMAILS
from abano.auth.passwords import check_new_password, hash_password
from abano.auth.principals import Actor, admin_of
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.errors import ResetLinkExpired
from abano.identity.own_password import set_password
from abano.identity.repository.admins import AdminRepository
from abano.identity.repository.links import LinkRepository
from abano.identity.rules import RESET_LIFETIME
from abano.kit.clock import Clock
from abano.kit.ids import new_token, token_hash
from abano.models.admins import AdminPasswordReset
from abano.notifications.kinds import AdminResetLink
from abano.notifications.outbox import SealedLink, enqueue


async def request_reset(
    db: Database, tenant_id: TenantId, *, email: str, address: str | None, origin: str, key: str, clock: Clock
) -> None:
    """Send a link if there is such an account.

    The same rows are written without one, so that neither the response nor its time reveals it. Raises
    TooManyRequests, for unknown accounts too.
    """
    now = clock.now()
    asked = throttle.subject(key, "reset", email.lower(), throttle.place(address))
    emails = throttle.subject(key, "reset emails", email.lower())
    async with db.uow(tenant_id) as uow:
        wait = await throttle.wait_after_asking(uow, asked, key, address, now)
    throttle.require_no_wait(wait)
    async with db.uow(tenant_id) as uow:
        too_many_emails = await throttle.wait_after_attempt(uow, emails, RESET_EMAILS, now)
        # Locked: an admin who is being disabled gets no link that works once they are enabled again.
        row = await AdminRepository(uow).hold_by_email(email)
        may_reset = row is not None and row.disabled_at is None and not too_many_emails
        token = new_token()
        reset = AdminPasswordReset(
            tenant_id=tenant_id,
            token_hash=token_hash(token),
            admin_id=row.id if row and may_reset else None,
            created_at=now,
            expires_at=now + RESET_LIFETIME,
        )
        await LinkRepository(uow).add(reset)
        link = SealedLink(key, f"{origin}/admin/reset-password#{token}")
        message = AdminResetLink(
            to=row.email if row and may_reset else "",
            name=row.name if row and may_reset else "",
            sealed_link=link.sealed(),
            language=row.language if row and may_reset else None,
        )
        await enqueue(uow, message, now)


async def reset_password(
    db: Database, tenant_id: TenantId, *, token: str, password: str, address: str | None, clock: Clock
) -> None:
    """Set a new password by a link, once. All sessions end. Raises ResetLinkExpired, InvalidInput, TooBusy.

    The link is checked before the expensive work; a refused password does not use it up.
    """
    hashed = token_hash(token)
    async with db.uow(tenant_id) as uow:
        admin_id = await LinkRepository(uow).reset_of(hashed, clock.now())
        row = await AdminRepository(uow).by_id(admin_id) if admin_id else None
    if admin_id is None or row is None or row.disabled_at is not None:
        raise ResetLinkExpired
    await check_new_password(password, "password", row.email, row.name)
    new_hash = await hash_password(password)
    async with db.uow(tenant_id) as uow:
        # Lock the account first, as all changes do, to avoid deadlocks.
        row = await AdminRepository(uow).lock(admin_id)
        used = await LinkRepository(uow).use_reset(hashed, clock.now())
        if row is None or row.disabled_at is not None or used != admin_id:
            raise ResetLinkExpired
        admin = admin_of(row, tenant_id)
        actor = Actor(admin, address)
        await set_password(uow, actor, admin, new_hash, keep=None, action="password_reset", clock=clock)
