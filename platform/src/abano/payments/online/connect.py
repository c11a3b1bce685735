"""Use cases of connecting a company's Stripe account with the platform's key, by Stripe's onboarding.

Why account links: docs/decisions/0034-connect-stripe-by-account-links.md.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.config import Settings
from abano.core.errors import Conflict, Message
from abano.core.ids import new_token, token_hash
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.payments.online.account import platform_stripe
from abano.payments.online.models import StripeSettings
from abano.payments.online.repository import OnlineRepository
from abano.payments.online.stripe import StripeFailed
from abano.tenancy.directory.tenant import Tenant

RETURN_PATH = "/admin/money"
# Onboarding asks for papers and bank details; someone may have to look for them.
RETURN_LIVES = timedelta(hours=4)
ACCOUNT_EVENTS = frozenset({"account.updated", "account.application.deauthorized"})
DEAUTHORIZED = Message(
    "stripe_deauthorized",
    "The connection was removed in Stripe's dashboard. Disconnect here, then connect again.",
)


class ConnectNotOffered(Conflict):
    """This installation has no Stripe Connect. Enter your own Stripe keys."""


class OwnKeysEntered(Conflict):
    """Delete your Stripe keys before you connect your account."""


class ConnectFailed(Conflict):
    """Stripe couldn't open its sign-up. Please try again."""


class ReturnNotRecognized(Conflict):
    """This return from Stripe has expired or belongs to another session. Choose Continue at Stripe again."""


@dataclass(frozen=True, slots=True)
class Connector:
    """The owner who connects. ``session``: the token of their sign-in; ``console``: the console's origin."""

    db: Database
    settings: Settings
    tenant: Tenant
    actor: Actor
    session: str
    console: str


async def start(connector: Connector, now: datetime) -> str:
    """The URL of Stripe's onboarding. The account is created at the first call and then continued.

    Raises ConnectNotOffered, OwnKeysEntered, ConnectFailed.
    """
    tenant, db = connector.tenant, connector.db
    stripe = platform_stripe(connector.settings)
    if stripe is None:
        raise ConnectNotOffered
    async with db.uow(tenant.id) as uow:
        stored = await OnlineRepository(uow).settings()
        if stored is not None and stored.account_id is None:
            raise OwnKeysEntered
        account_id = stored.account_id if stored else None
    try:
        if account_id is None:
            email = connector.actor.admin.email if connector.actor.admin else ""
            made = await stripe.create_account(email, tenant.slug, _account_key(tenant, email))
            account_id = str(made.get("id") or "")
            await _keep_account(connector, account_id, now)
        state = new_token()
        back = f"{connector.console}{RETURN_PATH}"
        link = await stripe.create_account_link(
            account_id, f"{back}?stripe={state}", f"{back}?stripe=expired"
        )
    except StripeFailed as error:
        raise ConnectFailed(error.sentence) from error
    url = link.get("url")
    if not isinstance(url, str) or not url.startswith("https://"):
        raise ConnectFailed
    async with db.uow(tenant.id) as uow:
        await OnlineRepository(uow).change_settings(
            return_hash=_return_hash(state, connector.session), return_expires_at=now + RETURN_LIVES
        )
    return url


async def finish(connector: Connector, state: str, now: datetime) -> None:
    """Note how far the account is, when its owner returns from Stripe with the state that they left with.

    A state is valid once, for the session that left, and for four hours. Raises ReturnNotRecognized, ConnectFailed.
    """
    given = _return_hash(state, connector.session)
    async with connector.db.uow(connector.tenant.id) as uow:
        stored = _check_return(await OnlineRepository(uow).settings(), given, now)
        account_id = stored.account_id
    try:
        can_charge = await _can_charge(connector.settings, account_id)
    except StripeFailed as error:
        raise ConnectFailed(error.sentence) from error
    async with connector.db.uow(connector.tenant.id) as uow:
        stored = _check_return(await OnlineRepository(uow).settings_locked(), given, now)
        stored.return_hash = stored.return_expires_at = None
        _note_state(stored, now, can_charge=can_charge)
        subject, after = ("stripe", account_id), {"canCharge": can_charge}
        await record(uow, connector.actor, "stripe.connection_checked", subject=subject, after=after, now=now)


async def refresh(db: Database, settings: Settings, tenant_id: TenantId, now: datetime) -> None:
    """Ask Stripe whether the connected account can take payments. Raises StripeFailed.

    Events of accounts may arrive in any order, so Stripe is asked instead.
    """
    async with db.uow(tenant_id) as uow:
        stored = await OnlineRepository(uow).settings()
        account_id = stored.account_id if stored else None
    can_charge = await _can_charge(settings, account_id)
    async with db.uow(tenant_id) as uow:
        stored = await OnlineRepository(uow).settings_locked()
        if stored is not None and stored.account_id == account_id:
            _note_state(stored, now, can_charge=can_charge)


async def note_account_event(
    db: Database, settings: Settings, tenant_id: TenantId, event: dict[str, Any], now: datetime
) -> None:
    """A connected account changed, or its owner removed the connection at Stripe. Raises StripeFailed."""
    if event.get("type") == "account.updated":
        await refresh(db, settings, tenant_id, now)
        return
    async with db.uow(tenant_id) as uow:
        stored = await OnlineRepository(uow).settings_locked()
        if stored is not None and stored.account_id == event.get("account"):
            stored.can_charge, stored.updated_at = False, now
            stored.problem = {"code": DEAUTHORIZED.code, "params": {}}


def _check_return(stored: StripeSettings | None, given: bytes, now: datetime) -> StripeSettings:
    """Raises ReturnNotRecognized."""
    if stored is None or stored.return_hash is None or stored.return_expires_at is None:
        raise ReturnNotRecognized
    if stored.return_expires_at <= now or not hmac.compare_digest(bytes(stored.return_hash), given):
        raise ReturnNotRecognized
    return stored


async def _can_charge(settings: Settings, account_id: str | None) -> bool:
    stripe = platform_stripe(settings)
    if stripe is None or account_id is None:
        return False
    return (await stripe.get_account(account_id)).get("charges_enabled") is True


def _note_state(stored: StripeSettings, now: datetime, *, can_charge: bool) -> None:
    stored.can_charge, stored.updated_at = can_charge, now
    if can_charge:
        stored.problem = None


async def _keep_account(connector: Connector, account_id: str, now: datetime) -> None:
    key = connector.settings.stripe_connect_key.get_secret_value()
    async with connector.db.uow(connector.tenant.id) as uow:
        await OnlineRepository(uow).add_connection(account_id, is_live="_live_" in key, now=now)
        subject = ("stripe", account_id)
        await record(uow, connector.actor, "stripe.connection_started", subject=subject, now=now)


def _account_key(tenant: Tenant, email: str) -> str:
    """The idempotency key of the account: two presses of Connect, or a lost answer, lead to one account."""
    return hashlib.sha256(f"connect {tenant.id} {tenant.slug} {email}".encode()).hexdigest()


def _return_hash(state: str, session: str) -> bytes:
    return token_hash(f"{state}|{session}")
