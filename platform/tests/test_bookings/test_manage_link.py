"""The link to manage a booking: who made it, for which company, and until when it opens."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from abano.booking_record.links import (
    MANAGE_TOKENS,
    OPEN_AFTER_RETURN,
    manage_token,
    manage_url,
    opens,
    read_token,
)
from abano.booking_record.models import BookingRow
from abano.core.ids import new_id

SECRET = "a secret of this installation"
NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)


def booking_of(tenant: UUID, version: int = 0) -> BookingRow:
    return BookingRow(tenant_id=tenant, id=new_id(), return_at=NOW, manage_version=version)


def test_a_link_names_its_booking_and_nothing_of_it_is_sent_to_a_server() -> None:
    booking = booking_of(new_id(), 3)
    url = manage_url(SECRET, "https://example.org", "/ka", booking)
    before, _, token = url.partition("#")
    assert before == "https://example.org/ka/my-booking"
    assert len(token) == MANAGE_TOKENS.length
    link = read_token(SECRET, booking.tenant_id, token)
    assert link == (booking.id, 3)
    assert link is not None
    assert opens(link, booking, NOW)


def test_a_token_of_another_company_secret_or_with_a_changed_character_says_nothing() -> None:
    booking = booking_of(new_id())
    token = manage_token(SECRET, booking)
    assert read_token(SECRET, new_id(), token) is None
    assert read_token("another secret", booking.tenant_id, token) is None
    for place in (0, 20, MANAGE_TOKENS.length - 1):
        changed = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        assert read_token(SECRET, booking.tenant_id, changed) is None
    for junk in ("", "ä" * MANAGE_TOKENS.length, "!" * MANAGE_TOKENS.length, token + "A", token[:-1]):
        assert read_token(SECRET, booking.tenant_id, junk) is None


def test_a_link_opens_until_some_days_after_the_return_and_until_it_is_revoked() -> None:
    booking = booking_of(new_id())
    link = read_token(SECRET, booking.tenant_id, manage_token(SECRET, booking))
    assert link is not None
    assert opens(link, booking, NOW + OPEN_AFTER_RETURN - timedelta(seconds=1))
    assert not opens(link, booking, NOW + OPEN_AFTER_RETURN)
    assert not opens(link, booking_of(booking.tenant_id), NOW)
    booking.manage_version += 1
    assert not opens(link, booking, NOW)
