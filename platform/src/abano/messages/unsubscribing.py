"""Who wants no messages beside those about a booking: the link of RFC 8058, and what is kept of an address."""

import base64
import hashlib
import hmac
from datetime import datetime
from uuid import UUID

from abano.database.unit_of_work import UnitOfWork
from abano.messages.repository import MessageRepository

PATH = "/api/messages/unsubscribe"
_HASH_BYTES, _MAC_BYTES = 32, 16
KEY_LENGTH = (_HASH_BYTES + _MAC_BYTES) // 3 * 4


def address_hash(secret: str, tenant_id: UUID, address: str) -> bytes:
    """By what an address is recognised; it cannot be read back."""
    return _keyed(secret, b"address", tenant_id, address.strip().lower().encode())


def unsubscribe_key(secret: str, tenant_id: UUID, address: str) -> str:
    """What the link of a message to this address carries. Only who received one can make it."""
    hashed = address_hash(secret, tenant_id, address)
    return base64.urlsafe_b64encode(hashed + _mac(secret, tenant_id, hashed)).decode()


def read_key(secret: str, tenant_id: UUID, key: str) -> bytes | None:
    """The address hash of a genuine key, else None."""
    if len(key) != KEY_LENGTH or not key.isascii():
        return None
    try:
        content = base64.urlsafe_b64decode(key)
    except ValueError:
        return None
    hashed, mac = content[:_HASH_BYTES], content[_HASH_BYTES:]
    return hashed if hmac.compare_digest(mac, _mac(secret, tenant_id, hashed)) else None


async def unsubscribe(uow: UnitOfWork, hashed: bytes, reason: str, now: datetime) -> None:
    """Idempotent."""
    await MessageRepository(uow).add_unsubscribe(hashed, reason, now)


def _mac(secret: str, tenant_id: UUID, hashed: bytes) -> bytes:
    return _keyed(secret, b"link", tenant_id, hashed)[:_MAC_BYTES]


def _keyed(secret: str, purpose: bytes, tenant_id: UUID, value: bytes) -> bytes:
    key = hashlib.sha256(b"abano unsubscribe " + purpose + b"\0" + secret.encode()).digest()
    return hmac.digest(key, tenant_id.bytes + value, "sha256")
