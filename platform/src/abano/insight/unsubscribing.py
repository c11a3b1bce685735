"""The link that ends a subscription with one click and without sign-in (RFC 8058)."""

import base64
import hashlib
import hmac
from uuid import UUID

PATH = "/api/insight/unsubscribe"
_ID_BYTES, _MAC_BYTES = 16, 20
KEY_LENGTH = (_ID_BYTES + _MAC_BYTES) // 3 * 4


def unsubscribe_key(secret: str, tenant_id: UUID, subscription_id: UUID) -> str:
    """What the link carries. Only who received a mail of this subscription has it."""
    mac = _mac(secret, tenant_id, subscription_id.bytes)
    return base64.urlsafe_b64encode(subscription_id.bytes + mac).decode()


def read_key(secret: str, tenant_id: UUID, key: str) -> UUID | None:
    """The subscription of a genuine key, else None."""
    if len(key) != KEY_LENGTH or not key.isascii():
        return None
    try:
        content = base64.urlsafe_b64decode(key)
    except ValueError:
        return None
    identifier, mac = content[:_ID_BYTES], content[_ID_BYTES:]
    if len(identifier) != _ID_BYTES or not hmac.compare_digest(mac, _mac(secret, tenant_id, identifier)):
        return None
    return UUID(bytes=identifier)


def _mac(secret: str, tenant_id: UUID, identifier: bytes) -> bytes:
    key = hashlib.sha256(b"abano report subscription\0" + secret.encode()).digest()
    return hmac.digest(key, tenant_id.bytes + identifier, "sha256")[:_MAC_BYTES]
