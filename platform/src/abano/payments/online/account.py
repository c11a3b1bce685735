"""Use cases of a company's account at Stripe: enter its keys, choose what customers may do, remove it."""

from datetime import datetime

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.config import Settings
from abano.core.crypto import CannotUnseal, Sealer
from abano.core.errors import Conflict, InvalidInput, Message
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.payments.online.models import StripeSettings
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.stripe import Stripe
from abano.tenancy.directory.tenant import Tenant

KEY_FORM = Message(
    "stripe_key_form", "A secret key of Stripe begins with sk_live_, sk_test_, rk_live_ or rk_test_"
)
SECRET_FORM = Message("stripe_webhook_secret_form", "A signing secret of a webhook begins with whsec_")
KEYS = ("sk_live_", "sk_test_", "rk_live_", "rk_test_")


class NoOnlinePayments(Conflict):
    """Online payments are not set up. The owner enters the keys of Stripe in the settings."""


class StripeKeyUnreadable(Conflict):
    """The stored Stripe keys can't be read. The owner must enter them again."""


class StripeIsConnected(Conflict):
    """Disconnect your Stripe account before you enter keys."""


async def find_account(uow: UnitOfWork) -> StripeSettings | None:
    return await OnlineRepository(uow).settings()


async def is_online(uow: UnitOfWork) -> bool:
    """Whether customers can pay online."""
    account = await find_account(uow)
    return account is not None and account.can_charge


async def offers_holds(uow: UnitOfWork) -> bool:
    """Whether customers can place the deposit's card hold in My booking."""
    account = await find_account(uow)
    return account is not None and account.can_charge and account.offers_holds


async def set_options(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, *, offers_holds: bool, now: datetime
) -> None:
    """Raises NoOnlinePayments."""
    stored = await OnlineRepository(uow).settings_locked()
    if stored is None:
        raise NoOnlinePayments
    before = {"offersHolds": stored.offers_holds}
    stored.offers_holds, stored.updated_at = offers_holds, now
    after = {"offersHolds": offers_holds}
    subject = ("stripe", tenant.slug)
    await record(uow, actor, "stripe.changed", subject=subject, before=before, after=after, now=now)


async def keep_account(
    uow: UnitOfWork,
    tenant: Tenant,
    actor: Actor,
    settings: Settings,
    *,
    key: str | None,
    webhook_secret: str | None,
    now: datetime,
) -> None:
    """Set the keys. None keeps the stored one. Keys are encrypted and never returned.

    Raises InvalidInput, StripeIsConnected.
    """
    repository = OnlineRepository(uow)
    stored = await repository.settings()
    if stored is not None and stored.account_id is not None:
        raise StripeIsConnected
    _check(key, KEYS, "secretKey", KEY_FORM, is_needed=stored is None)
    _check(webhook_secret, ("whsec_",), "webhookSecret", SECRET_FORM, is_needed=stored is None)
    sealer, bound = key_sealer(settings), str(tenant.id)
    values: dict[str, object] = {}
    if stored is not None:
        values = {
            name: getattr(stored, name)
            for name in ("sealed_key", "sealed_webhook_secret", "is_live", "key_end")
        }
    if key is not None:
        values |= {"sealed_key": sealer.seal(key, bound), "is_live": "_live_" in key, "key_end": key[-4:]}
    if webhook_secret is not None:
        values["sealed_webhook_secret"] = sealer.seal(webhook_secret, bound)
    await repository.keep_settings(**values, problem=None, updated_at=now)
    after = {"live": values["is_live"], "keyEnd": values["key_end"]}
    await record(uow, actor, "stripe.set", subject=("stripe", tenant.slug), after=after, now=now)


async def drop_account(uow: UnitOfWork, tenant: Tenant, actor: Actor, now: datetime) -> None:
    """Delete the keys or forget the connected account. Links already sent can be paid at Stripe until they expire."""
    await OnlineRepository(uow).drop_settings()
    await record(uow, actor, "stripe.dropped", subject=("stripe", tenant.slug), now=now)


def key_sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "stripe")


def stripe_of(settings: Settings, tenant_id: TenantId, account: StripeSettings | None) -> Stripe:
    """With the tenant's own key, or the platform's for the connected account.

    Raises NoOnlinePayments, StripeKeyUnreadable.
    """
    if account is None or not account.can_charge:
        raise NoOnlinePayments
    if account.sealed_key is None:
        platform = platform_stripe(settings, account.account_id)
        if platform is None:
            raise NoOnlinePayments
        return platform
    return Stripe(settings.stripe_api_url, _unseal(settings, tenant_id, account.sealed_key))


def platform_stripe(settings: Settings, account_id: str | None = None) -> Stripe | None:
    """A client with the platform's key; None where the operator has not set one up."""
    key = settings.stripe_connect_key.get_secret_value()
    return Stripe(settings.stripe_api_url, key, account_id) if key else None


def webhook_secret_of(settings: Settings, tenant_id: TenantId, account: StripeSettings) -> str:
    """Raises NoOnlinePayments for a connected account, whose events the platform receives; StripeKeyUnreadable."""
    if account.sealed_webhook_secret is None:
        raise NoOnlinePayments
    return _unseal(settings, tenant_id, account.sealed_webhook_secret)


def _unseal(settings: Settings, tenant_id: TenantId, sealed: bytes) -> str:
    try:
        return key_sealer(settings).unseal(sealed, str(tenant_id))
    except CannotUnseal as error:
        raise StripeKeyUnreadable from error


def _check(
    value: str | None, beginnings: tuple[str, ...], field: str, form: Message, *, is_needed: bool
) -> None:
    if is_needed if value is None else not value.startswith(beginnings):
        raise InvalidInput.of(field, form())
