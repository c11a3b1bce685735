"""Use cases of a company's account at Stripe: enter its keys, remove them."""

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


async def find_account(uow: UnitOfWork) -> StripeSettings | None:
    return await OnlineRepository(uow).settings()


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
    """Set the keys. None keeps the stored one. Keys are encrypted and never returned. Raises InvalidInput."""
    repository = OnlineRepository(uow)
    stored = await repository.settings()
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
    """Delete the keys. Links already sent can be paid at Stripe until they expire."""
    await OnlineRepository(uow).drop_settings()
    await record(uow, actor, "stripe.dropped", subject=("stripe", tenant.slug), now=now)


def key_sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "stripe")


def stripe_of(settings: Settings, tenant_id: TenantId, account: StripeSettings | None) -> Stripe:
    """Raises NoOnlinePayments, StripeKeyUnreadable."""
    if account is None:
        raise NoOnlinePayments
    return Stripe(settings.stripe_api_url, _unseal(settings, tenant_id, account.sealed_key))


def webhook_secret_of(settings: Settings, tenant_id: TenantId, account: StripeSettings) -> str:
    """Raises StripeKeyUnreadable."""
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
