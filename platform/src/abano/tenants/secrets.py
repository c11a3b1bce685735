"""Secrets among a company's settings: stored encrypted beside them, never shown."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from abano.database.unit_of_work import TenantId
from abano.kit.sealing import CannotUnseal, Sealer

CHAT_WEBHOOK = "chatWebhookUrl"
BOT_CHECK_SECRET = "recaptchaSecret"  # noqa: S105 - the name of a setting


def sealed_name(name: str) -> str:
    """Where the encrypted form of a secret is stored."""
    return f"{name}Sealed"


def seal_secret(secret_key: str, tenant_id: TenantId, name: str, value: str) -> str:
    """A company's secret as it is stored, bound to that company and to its name."""
    return base64.b64encode(_sealer(secret_key).seal(value, f"{tenant_id} {name}")).decode()


def has_secret(stored: Mapping[str, Any], name: str) -> bool:
    return bool(stored.get(sealed_name(name)) or stored.get(name))


def read_secret(secret_key: str, tenant_id: TenantId, stored: Mapping[str, Any], name: str) -> str:
    """The secret, or an empty text: there is none, or the installation's key has changed.

    One that was stored before they were encrypted is read as it is, until it is entered again.
    """
    sealed = stored.get(sealed_name(name))
    if not sealed:
        return str(stored.get(name) or "")
    try:
        return _sealer(secret_key).unseal(base64.b64decode(str(sealed)), f"{tenant_id} {name}")
    except (CannotUnseal, binascii.Error):
        return ""


def _sealer(secret_key: str) -> Sealer:
    return Sealer(secret_key, "settings of companies")
