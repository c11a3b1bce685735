"""Customer access to a booking: by reference and email, or by the link in an email.

Both set the cookie of ``booking_record/own_session.py``, as does creating the booking.
"""

import hmac
from datetime import datetime, timedelta

from abano.accounts.access.limits import Limit
from abano.accounts.access.throttle import (
    clear,
    log_refusal,
    place,
    require_no_wait,
    subject,
    wait_after_attempt,
)
from abano.booking_record.links import opens, read_token
from abano.booking_record.models import BookingRow
from abano.booking_record.own_session import (
    Access,
    BookingSessionEnded,
    access_to,
    digest_of,
    is_bound_to,
)
from abano.bookings.agreements.rules import PREFIX as SIGN_PREFIX
from abano.bookings.agreements.service import find_booking_of_link
from abano.bookings.self_service.showing import OwnBookingRepository
from abano.core.clock import Clock
from abano.core.config import Settings
from abano.core.errors import Conflict, NotFound
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork

# Errors of the customer's own page.


class NoSuchBooking(NotFound):
    """We couldn't find a booking with this reference and email address. Check the confirmation email."""


class BookingLinkExpired(NotFound):
    """This link no longer works. Enter your booking reference and email address."""


class NotByCustomer(Conflict):
    """This can no longer be done online. Contact us and we will help."""


class PriceChanged(Conflict):
    """The price has changed, so nothing was saved. Check the new price."""


class CostNotAcknowledged(Conflict):
    """This cancellation is no longer free, so nothing was changed. Check the fee."""


class TooManyOfThem(Conflict):
    """That is more than this form accepts. Contact us by email or chat."""


# Limits guesses of a booking's email per IP, and of references per IP. Knowing a reference does not allow
# anyone to lock out others.
OF_REFERENCE = Limit(10, timedelta(minutes=15))
OF_ADDRESS = Limit(20, timedelta(minutes=1))
NO_ONE = "unknown@invalid"


async def sign_in(
    db: Database,
    tenant_id: TenantId,
    settings: Settings,
    clock: Clock,
    *,
    reference: str,
    email: str,
    ip: str | None,
) -> Access:
    """Raises NoSuchBooking, the same for an unknown reference and a wrong address, and TooManyRequests."""
    key, now = settings.secret_key.get_secret_value(), clock.now()
    wanted = normal_reference(reference)
    counted = subject(key, "booking opened", tenant_id, wanted, place(ip))
    async with db.uow(tenant_id) as uow:
        wait = await wait_after_attempt(uow, counted, OF_REFERENCE, now)
        if not wait and ip:
            from_here = subject(key, "bookings opened from", tenant_id, place(ip))
            wait = await wait_after_attempt(uow, from_here, OF_ADDRESS, now)
    require_no_wait(wait)
    async with db.uow(tenant_id) as uow:
        booking = await OwnBookingRepository(uow).find_by_reference(wanted)
        # Constant work, so that the response time reveals nothing.
        stored = digest_of(booking.customer_email if booking and booking.customer_email else NO_ONE)
        is_right = hmac.compare_digest(stored, digest_of(email))
        if booking is not None and booking.customer_email and is_right:
            await clear(uow, counted)
            return access_to(booking, now)
    log_refusal("booking", tenant_id, counted)
    raise NoSuchBooking


async def open_link(
    db: Database, tenant_id: TenantId, settings: Settings, clock: Clock, *, token: str
) -> Access:
    """The booking of an email's link, or of the link to sign its agreement.

    Raises BookingLinkExpired, also for one that was never made.
    """
    secret = settings.secret_key.get_secret_value()
    if token.startswith(SIGN_PREFIX):
        async with db.uow(tenant_id) as uow:
            now = clock.now()
            to_sign = await find_booking_of_link(uow, secret, token.removeprefix(SIGN_PREFIX), now)
            if to_sign is None:
                raise BookingLinkExpired
            return access_to(to_sign, now)
    link = read_token(secret, tenant_id, token)
    if link is None:
        raise BookingLinkExpired
    async with db.uow(tenant_id) as uow:
        booking = await OwnBookingRepository(uow).find(link.booking_id, locked=False)
        now = clock.now()
        if booking is None or not booking.customer_email or not opens(link, booking, now):
            raise BookingLinkExpired
        return access_to(booking, now)


async def sign_out(uow: UnitOfWork, access: Access, now: datetime) -> None:
    """End all cookies of the booking, on every device; the links of its emails open it again."""
    booking = await OwnBookingRepository(uow).find(access.booking_id, locked=True)
    if booking is not None:
        booking.own_sessions_ended_at = now
        await uow.session.flush()


async def open_booking(uow: UnitOfWork, access: Access, *, locked: bool = False) -> BookingRow:
    """The booking, locked for a change. Raises BookingSessionEnded."""
    booking = await OwnBookingRepository(uow).find(access.booking_id, locked=locked)
    if booking is None or not booking.customer_email:
        raise BookingSessionEnded
    if not is_bound_to(access, booking):
        raise BookingSessionEnded
    if booking.own_sessions_ended_at is not None and access.opened_at < booking.own_sessions_ended_at:
        raise BookingSessionEnded
    return booking


def normal_reference(typed: str) -> str:
    """As references are stored, however it was typed: ``k7m 4qxd`` is K7M-4QXD."""
    letters = "".join(filter(str.isalnum, typed.upper()))
    return f"{letters[:3]}-{letters[3:]}"
