"""Password reset by a link that is sent to the affiliate's e-mail address."""

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.affiliates.accounts.rules import RESET_LIFETIME
from abano.auth import throttle
from abano.auth.limits import RESET_EMAILS
from abano.auth.passwords import AFFILIATES, hash_password
from abano.catalog.service import load_rules
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.errors import ResetLinkExpired
from abano.kit.clock import Clock
from abano.kit.ids import new_token, token_hash
from abano.languages.choice import path_prefix
from abano.models.affiliate_accounts import AffiliatePasswordReset
from abano.notifications.kinds import AffiliateResetLink
from abano.notifications.outbox import SealedLink, enqueue


async def request_reset(
    db: Database, tenant_id: TenantId, *, email: str, address: str | None, origin: str, key: str, clock: Clock
) -> None:
    """Send a link if there is such an account.

    The same rows are written without one, so that neither the response nor its time reveals it. Raises
    TooManyRequests, for unknown accounts too.
    """
    now = clock.now()
    asked = throttle.subject(key, "affiliate reset", email.lower(), throttle.place(address))
    emails = throttle.subject(key, "affiliate reset emails", email.lower())
    async with db.uow(tenant_id) as uow:
        wait = await throttle.wait_after_asking(uow, asked, key, address, now)
    throttle.require_no_wait(wait)
    async with db.uow(tenant_id) as uow:
        too_many_emails = await throttle.wait_after_attempt(uow, emails, RESET_EMAILS, now)
        repository = AffiliateRepository(uow)
        row = await repository.by_email(email)
        recipient = None if too_many_emails else row
        token = new_token()
        reset = AffiliatePasswordReset(
            tenant_id=tenant_id,
            token_hash=token_hash(token),
            affiliate_id=recipient.id if recipient else None,
            created_at=now,
            expires_at=now + RESET_LIFETIME,
        )
        await repository.add_row(reset)
        language = row.language if row else None
        prefix = path_prefix(language, (await load_rules(uow)).languages)
        link = SealedLink(key, f"{origin}{prefix}/affiliate-reset-password#{token}")
        message = AffiliateResetLink(
            to=recipient.email if recipient else "",
            name=recipient.name if recipient else "",
            sealed_link=link.sealed(),
            language=language if recipient else None,
        )
        await enqueue(uow, message, now)


async def reset_password(
    db: Database, tenant_id: TenantId, *, token: str, password: str, clock: Clock
) -> None:
    """Set a new password by a link, once. All sessions end. Raises ResetLinkExpired, TooBusy."""
    hashed = token_hash(token)
    async with db.uow(tenant_id) as uow:
        affiliate_id = await AffiliateRepository(uow).reset_of(hashed, clock.now())
    if affiliate_id is None:
        raise ResetLinkExpired
    new_hash = await hash_password(password, AFFILIATES)
    async with db.uow(tenant_id) as uow:
        repository = AffiliateRepository(uow)
        # Lock the account first: a concurrent sign-in with the old password completes before the sessions end.
        account = await repository.locked(affiliate_id)
        used = await repository.use_reset(hashed, clock.now())
        if account is None or used != affiliate_id:
            raise ResetLinkExpired
        await repository.set_password(affiliate_id, new_hash)
