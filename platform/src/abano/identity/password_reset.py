"""A forgotten password, set anew by a link that goes to the account's e-mail address."""

from abano.auth import throttle
from abano.auth.limits import RESET_LETTERS
from abano.auth.passwords import check_new_password, hash_password
from abano.auth.principals import Actor, admin_of
from abano.database.engine import Database
from abano.errors import AbanoError
from abano.identity.own_password import set_password
from abano.identity.repository.admins import AdminRepository
from abano.identity.repository.links import LinkRepository
from abano.identity.rules import RESET_LIFETIME
from abano.kit.clock import Clock
from abano.kit.ids import new_token, token_hash
from abano.models.admins import AdminPasswordReset
from abano.notifications.kinds import AdminResetLink
from abano.notifications.outbox import SealedLink, enqueue
from abano.tenants.tenant import TenantId


class ResetLinkEnded(AbanoError):
    """This link was used already or is older than an hour. Please ask for a new one."""

    status = 410


async def request_reset(
    db: Database, tenant_id: TenantId, *, email: str, address: str | None, origin: str, key: str, clock: Clock
) -> None:
    """Send a link when there is such an account.

    With or without one the same rows are written, so neither the answer nor its time tells. Raises TooManyRequests,
    for unknown accounts too.
    """
    now = clock.now()
    asked = throttle.subject(key, "reset", email.lower(), throttle.place(address))
    letters = throttle.subject(key, "reset letters", email.lower())
    async with db.session(tenant_id) as session:
        wait = await throttle.wait_after_asking(session, tenant_id, asked, key, address, now)
    throttle.refuse(wait)
    async with db.session(tenant_id) as session:
        too_many_letters = await throttle.wait_after_try(session, tenant_id, letters, RESET_LETTERS, now)
        # Held: who is disabled right now gets no link that opens once they are enabled again.
        row = await AdminRepository(session, tenant_id).hold_by_email(email)
        known = row is not None and row.disabled_at is None and not too_many_letters
        token = new_token()
        reset = AdminPasswordReset(
            tenant_id=tenant_id,
            token_hash=token_hash(token),
            admin_id=row.id if row and known else None,
            created_at=now,
            expires_at=now + RESET_LIFETIME,
        )
        await LinkRepository(session, tenant_id).add(reset)
        link = SealedLink(key, f"{origin}/admin/reset-password#{token}")
        message = AdminResetLink(
            to=row.email if row and known else "",
            name=row.name if row and known else "",
            sealed_link=link.sealed(),
        )
        await enqueue(session, tenant_id, message, now)


async def reset_password(
    db: Database, tenant_id: TenantId, *, token: str, password: str, address: str | None, clock: Clock
) -> None:
    """Set a new password by a link, once. All sessions end. Raises ResetLinkEnded, InvalidInput, TooBusy.

    Whoever holds no good link hears so before any dear work is done; a refused password leaves the link good.
    """
    hashed = token_hash(token)
    async with db.session(tenant_id) as session:
        admin_id = await LinkRepository(session, tenant_id).reset_of(hashed, clock.now())
        row = await AdminRepository(session, tenant_id).by_id(admin_id) if admin_id else None
    if admin_id is None or row is None or row.disabled_at is not None:
        raise ResetLinkEnded
    await check_new_password(password, "password", row.email, row.name)
    new_hash = await hash_password(password)
    async with db.session(tenant_id) as session:
        # The account first, as everybody who changes it does: two who wait for each other would both fail.
        row = await AdminRepository(session, tenant_id).lock(admin_id)
        used = await LinkRepository(session, tenant_id).use_reset(hashed, clock.now())
        if row is None or row.disabled_at is not None or used != admin_id:
            raise ResetLinkEnded
        admin = admin_of(row, tenant_id)
        actor = Actor(admin, address)
        await set_password(session, actor, admin, new_hash, keep=None, action="password_reset", clock=clock)
