"""Counting tries in Postgres, so that all copies of the platform share the count. Subjects are keyed hashes."""

import hashlib
import hmac
import logging
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from abano.auth.limits import RESETS_OF_ADDRESS, SIGN_IN, SIGN_INS_OF_ADDRESS, Limit, seconds_to_wait
from abano.auth.repository import FailureRepository
from abano.errors import TooManyRequests
from abano.tenants.tenant import TenantId
from abano.tenants.traffic import limit_subject

log = logging.getLogger(__name__)
TOO_MANY = "Too many failed tries. Please wait a moment and try again."


def subject(key: str, *parts: object) -> bytes:
    """Whose tries are counted together. No account or address can be read from it."""
    return hmac.digest(key.encode(), "|".join(map(str, parts)).encode(), hashlib.sha256)


def place(address: str | None) -> str:
    """Where a try comes from, as public writes count it: an IPv6 line may use any address of its /64."""
    return limit_subject(address) if address else "?"


async def wait_after_try(
    session: AsyncSession, tenant_id: TenantId, counted: bytes, limit: Limit, now: datetime
) -> int:
    """Count a try before it is looked at; answers the seconds to wait when there were too many, else 0.

    The caller commits before it looks: neither parallel guessing nor a crash gets around the limit.
    """
    failures = FailureRepository(session, tenant_id)
    known = await failures.of(counted)
    wait = seconds_to_wait(known.count, known.window_start, now, limit) if known else 0
    if wait:
        return wait
    tries = await failures.reserve(counted, limit, now)
    return seconds_to_wait(tries.count - 1, tries.window_start, now, limit)


async def wait_after_sign_in(
    session: AsyncSession, tenant_id: TenantId, counted: bytes, key: str, address: str | None, now: datetime
) -> int:
    """Like ``wait_after_try``, for the account and for all accounts together that this address tries.

    An address that cannot be told is not counted: that would be everybody's.
    """
    everything = subject(key, "all sign-ins of", place(address)) if address else None
    return await _wait_after_both(session, tenant_id, counted, everything, SIGN_INS_OF_ADDRESS, now)


async def wait_after_asking(
    session: AsyncSession, tenant_id: TenantId, counted: bytes, key: str, address: str | None, now: datetime
) -> int:
    """The same for asking for links with a new password."""
    everything = subject(key, "all resets of", place(address)) if address else None
    return await _wait_after_both(session, tenant_id, counted, everything, RESETS_OF_ADDRESS, now)


async def _wait_after_both(
    session: AsyncSession,
    tenant_id: TenantId,
    counted: bytes,
    everything: bytes | None,
    limit: Limit,
    now: datetime,
) -> int:
    wait = await wait_after_try(session, tenant_id, counted, SIGN_IN, now)
    if wait or everything is None:
        return wait
    return await wait_after_try(session, tenant_id, everything, limit, now)


def refuse(wait: int) -> None:
    """Raises TooManyRequests when there is something to wait for."""
    if wait:
        raise TooManyRequests(TOO_MANY, retry_after=wait)


def note_refusal(what: str, tenant_id: TenantId, counted: bytes) -> None:
    """A line for whoever looks into guessing: the same account from the same place has the same ``subject``."""
    log.info(
        "sign-in refused", extra={"what": what, "company": str(tenant_id), "subject": counted.hex()[:16]}
    )


async def forget(session: AsyncSession, tenant_id: TenantId, counted: bytes) -> None:
    """It was right: the tries before do not count any more."""
    await FailureRepository(session, tenant_id).forget(counted)
