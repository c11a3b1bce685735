"""Change of an affiliate's payout address, which requires the password."""

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.affiliates.accounts.service import signed_in
from abano.audit.service import record
from abano.auth import throttle
from abano.auth.limits import SIGN_IN
from abano.auth.passwords import AFFILIATES, WRONG_PASSWORD, password_matches
from abano.auth.principals import Actor
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.errors import InvalidInput, SignInRequired
from abano.kit.clock import Clock
from abano.notifications.kinds import PayoutAddressChanged
from abano.notifications.outbox import enqueue


async def change_payout_address(
    db: Database,
    tenant_id: TenantId,
    token: str,
    *,
    paypal_email: str,
    password: str,
    address: str | None,
    key: str,
    clock: Clock,
) -> None:
    """Set the payout address to ``paypal_email`` and notify the affiliate by email. Idempotent.

    ``address`` is the caller's IP address. Raises SignInRequired, TooManyRequests, TooBusy, and InvalidInput for a
    wrong password.
    """
    now = clock.now()
    async with db.uow(tenant_id) as uow:
        account = await signed_in(AffiliateRepository(uow), token, clock.now())
        counted = throttle.subject(key, "affiliate payout address", account.id)
        wait = await throttle.wait_after_attempt(uow, counted, SIGN_IN, now)
    throttle.require_no_wait(wait)
    if not await password_matches(account.password_hash, password, AFFILIATES):
        throttle.log_refusal("affiliate payout address", tenant_id, counted)
        raise InvalidInput.of("password", WRONG_PASSWORD())
    async with db.uow(tenant_id) as uow:
        await throttle.clear(uow, counted)
        row = await AffiliateRepository(uow).locked(account.id)
        if row is None or row.password_hash != account.password_hash:
            raise SignInRequired
        before = row.paypal_email
        if before == paypal_email:
            return
        row.paypal_email = paypal_email
        row.payout_address_changed_at = now
        await record(
            uow,
            Actor(admin=None, address=address, is_affiliate=True),
            "affiliate.payout_address_changed",
            subject=("affiliate", row.id),
            before={"payoutAddress": before},
            after={"payoutAddress": paypal_email},
            now=now,
        )
        await enqueue(uow, PayoutAddressChanged(to=row.email, name=row.name, language=row.language), now)
