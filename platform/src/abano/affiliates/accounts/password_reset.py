"""A forgotten password, set anew by a link that goes to the affiliate's e-mail address."""

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.affiliates.accounts.rules import RESET_LIFETIME
from abano.auth import throttle
from abano.auth.limits import RESET_LETTERS
from abano.auth.passwords import AFFILIATES, hash_password
from abano.database.engine import Database
from abano.errors import AbanoError
from abano.kit.clock import Clock
from abano.kit.ids import new_token, token_hash
from abano.models.affiliate_accounts import AffiliatePasswordReset
from abano.notifications.kinds import AffiliateResetLink
from abano.notifications.outbox import SealedLink, enqueue
from abano.tenants.tenant import TenantId


class AffiliateLinkEnded(AbanoError):
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
    asked = throttle.subject(key, "affiliate reset", email.lower(), throttle.place(address))
    letters = throttle.subject(key, "affiliate reset letters", email.lower())
    async with db.session(tenant_id) as session:
        wait = await throttle.wait_after_asking(session, tenant_id, asked, key, address, now)
    throttle.refuse(wait)
    async with db.session(tenant_id) as session:
        too_many_letters = await throttle.wait_after_try(session, tenant_id, letters, RESET_LETTERS, now)
        repository = AffiliateRepository(session, tenant_id)
        row = await repository.by_email(email)
        known = None if too_many_letters else row
        token = new_token()
        reset = AffiliatePasswordReset(
            tenant_id=tenant_id,
            token_hash=token_hash(token),
            affiliate_id=known.id if known else None,
            created_at=now,
            expires_at=now + RESET_LIFETIME,
        )
        await repository.add_row(reset)
        link = SealedLink(key, f"{origin}/affiliate-reset-password#{token}")
        message = AffiliateResetLink(
            to=known.email if known else "", name=known.name if known else "", sealed_link=link.sealed()
        )
        await enqueue(session, tenant_id, message, now)


async def reset_password(
    db: Database, tenant_id: TenantId, *, token: str, password: str, clock: Clock
) -> None:
    """Set a new password by a link, once. All sessions end. Raises AffiliateLinkEnded, TooBusy."""
    hashed = token_hash(token)
    async with db.session(tenant_id) as session:
        affiliate_id = await AffiliateRepository(session, tenant_id).reset_of(hashed, clock.now())
    if affiliate_id is None:
        raise AffiliateLinkEnded
    new_hash = await hash_password(password, AFFILIATES)
    async with db.session(tenant_id) as session:
        repository = AffiliateRepository(session, tenant_id)
        # The account first: a sign-in that compares the password just now is over before the sessions end.
        held = await repository.locked(affiliate_id)
        used = await repository.use_reset(hashed, clock.now())
        if held is None or used != affiliate_id:
            raise AffiliateLinkEnded
        await repository.set_password(affiliate_id, new_hash)
