"""Limits of attempts, counted in Postgres so that all copies share them. Subjects are keyed hashes."""

import hashlib
import hmac
import logging
from datetime import datetime

from abano.accounts.access.limits import (
    RESETS_OF_ADDRESS,
    SIGN_IN,
    SIGN_INS_OF_ADDRESS,
    Limit,
    seconds_to_wait,
)
from abano.accounts.access.repository import FailureRepository
from abano.core.errors import Message, TooManyRequests
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.tenancy.directory.rules import limit_subject

log = logging.getLogger(__name__)
TOO_MANY_ATTEMPTS = Message("too_many_tries", "Too many failed attempts. Please wait a moment and try again.")


def subject(key: str, *parts: object) -> bytes:
    """The key under which attempts are counted together: a keyed hash, which reveals no account or address."""
    return hmac.digest(key.encode(), "|".join(map(str, parts)).encode(), hashlib.sha256)


def place(ip: str | None) -> str:
    """The origin of an attempt, as for public writes: an IPv4 address or an IPv6 /64."""
    return limit_subject(ip) if ip else "?"


async def wait_after_attempt(uow: UnitOfWork, counted: bytes, limit: Limit, now: datetime) -> int:
    """Count an attempt before it is checked. Returns the seconds to wait when there were too many, else 0.

    The caller commits before the check, so that neither concurrent attempts nor a crash evade the limit.
    """
    failures = FailureRepository(uow)
    earlier = await failures.of(counted)
    wait = seconds_to_wait(earlier.count, earlier.window_start, now, limit) if earlier else 0
    if wait:
        return wait
    attempts = await failures.reserve(counted, limit, now)
    return seconds_to_wait(attempts.count - 1, attempts.window_start, now, limit)


async def wait_after_sign_in(uow: UnitOfWork, counted: bytes, key: str, ip: str | None, now: datetime) -> int:
    """Like ``wait_after_attempt``, for the account and for all sign-ins from this address.

    An unknown address is not counted: all clients would share it.
    """
    everything = subject(key, "all sign-ins of", place(ip)) if ip else None
    return await _wait_after_both(uow, counted, everything, SIGN_INS_OF_ADDRESS, now)


async def wait_after_asking(uow: UnitOfWork, counted: bytes, key: str, ip: str | None, now: datetime) -> int:
    """The same for requests of password reset links."""
    everything = subject(key, "all resets of", place(ip)) if ip else None
    return await _wait_after_both(uow, counted, everything, RESETS_OF_ADDRESS, now)


async def _wait_after_both(
    uow: UnitOfWork,
    counted: bytes,
    everything: bytes | None,
    limit: Limit,
    now: datetime,
) -> int:
    wait = await wait_after_attempt(uow, counted, SIGN_IN, now)
    if wait or everything is None:
        return wait
    return await wait_after_attempt(uow, everything, limit, now)


def require_no_wait(wait: int) -> None:
    """Raises TooManyRequests when ``wait`` is not 0."""
    if wait:
        raise TooManyRequests(TOO_MANY_ATTEMPTS(), retry_after=wait)


def log_refusal(what: str, tenant_id: TenantId, counted: bytes) -> None:
    """Log a refusal; attempts on the same account from the same address have the same ``subject``."""
    log.info(
        "sign-in refused", extra={"what": what, "company": str(tenant_id), "subject": counted.hex()[:16]}
    )


async def clear(uow: UnitOfWork, counted: bytes) -> None:
    """Clear the count after a success."""
    await FailureRepository(uow).forget(counted)
