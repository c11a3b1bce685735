"""Which booking belongs into which file, at the edges that Google draws."""

import csv
import hashlib
import io
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abano.marketing.conversions.rules import (
    AdBooking,
    FileKind,
    State,
    event_of,
    file_rows,
    file_text,
    hashed_email,
    state_of,
)

NOW = datetime(2026, 6, 10, 9, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
ZONE = ZoneInfo("Asia/Tbilisi")
# A hash in the documentation of Google.
CLOUDY = "223ebda6f6889b1494551ba902d9d381daf2f642bae055888e96343d53e9f9c4"  # pragma: allowlist secret


def ad_booking(**changes: Any) -> AdBooking:
    values: dict[str, Any] = {
        "booking_id": UUID(int=1),
        "consent_state": "granted",
        "reference": "K7M2QX",
        "gclid": "TeSter-123",
        "gbraid": None,
        "wbraid": None,
        "total_minor": 48550,
        "currency": "EUR",
        "created_at": NOW - timedelta(days=2),
        "cancelled_at": None,
        "clicked_at": NOW - timedelta(days=3),
    }
    return AdBooking(**values | changes)


@pytest.mark.parametrize(
    ("clicked", "created", "state"),
    [
        (timedelta(hours=6) - SECOND, timedelta(hours=5), "too_young"),
        (timedelta(hours=6), timedelta(hours=5), "reported"),
        (timedelta(days=90), timedelta(days=1), "reported"),
        (timedelta(days=90) + SECOND, timedelta(days=1), "too_old"),
        # A click that was forgotten is no younger than its booking.
        (None, timedelta(hours=6) - SECOND, "too_young"),
        (None, timedelta(hours=6), "reported"),
        # A click seen only after the booking was made before it.
        (timedelta(hours=1), timedelta(hours=7), "reported"),
    ],
)
def test_clicks_have_an_age(clicked: timedelta | None, created: timedelta, state: State) -> None:
    booking = ad_booking(clicked_at=NOW - clicked if clicked else None, created_at=NOW - created)
    assert state_of(booking, NOW) == state


@pytest.mark.parametrize(
    ("created", "cancelled", "state"),
    [
        (timedelta(days=2), timedelta(days=1), "retracted"),
        (timedelta(days=55), timedelta(days=1), "retracted"),
        (timedelta(days=55) + SECOND, timedelta(days=1), "cancelled"),
        # Cancelled before any file could hold it.
        (timedelta(hours=10), timedelta(hours=4) + SECOND, "cancelled"),
        (timedelta(hours=10), timedelta(hours=4), "retracted"),
    ],
)
def test_a_cancelled_booking_is_retracted_if_google_knows_it(
    created: timedelta, cancelled: timedelta, state: State
) -> None:
    booking = ad_booking(created_at=NOW - created, clicked_at=NOW - created, cancelled_at=NOW - cancelled)
    assert state_of(booking, NOW) == state


@pytest.mark.parametrize(
    ("ids", "file", "cells"),
    [
        ({"gclid": "TeSter-123", "wbraid": "w1"}, "clicks", ("TeSter-123",)),
        ({"gclid": None, "gbraid": "g1", "wbraid": "w1"}, "app-clicks", ("g1", "")),
        ({"gclid": None, "wbraid": "w1"}, "app-clicks", ("", "w1")),
        ({"gclid": "=1+1", "gbraid": "-g", "wbraid": "w1"}, "app-clicks", ("", "w1")),
        ({"gclid": "=HYPERLINK(1)"}, None, ()),
        ({"gclid": "a,b\n"}, None, ()),
    ],
)
def test_each_click_has_one_file(
    ids: dict[str, str | None], file: FileKind | None, cells: tuple[str, ...]
) -> None:
    booking = ad_booking(**ids)
    assert booking.file == file
    kinds: tuple[FileKind, ...] = ("clicks", "app-clicks")
    found = {kind: file_rows(kind, [booking], name="Sale", zone=ZONE, now=NOW) for kind in kinds}
    for kind, rows in found.items():
        tail = ("Sale", "2026-06-08 13:00:00", "485.50", "EUR", "K7M2QX", "Granted", "Denied")
        assert rows == ([(*cells, *tail)] if kind == file else [])


def test_times_are_those_of_the_company_through_its_clock_changes() -> None:
    vienna = ZoneInfo("Europe/Vienna")
    for created, text in [
        (datetime(2026, 3, 29, 0, 59, 59, tzinfo=UTC), "2026-03-29 01:59:59"),
        (datetime(2026, 3, 29, 1, 0, 0, tzinfo=UTC), "2026-03-29 03:00:00"),
    ]:
        booking = ad_booking(created_at=created, clicked_at=created)
        [row] = file_rows("clicks", [booking], name="Sale", zone=vienna, now=created + timedelta(days=1))
        assert row[2] == text


@given(st.lists(st.integers(0, 100 * 24), max_size=30), st.data())
def test_no_booking_is_in_two_files(hours: list[int], data: st.DataObject) -> None:
    bookings = []
    for number, ago in enumerate(hours):
        created = NOW - timedelta(hours=ago)
        cancelled = data.draw(st.none() | st.integers(0, ago))
        bookings.append(
            ad_booking(
                reference=f"R{number}",
                gclid=data.draw(st.sampled_from([None, "gclid-1", "=bad"])),
                gbraid=data.draw(st.sampled_from([None, "gbraid-1"])),
                wbraid="wbraid-1",
                created_at=created,
                clicked_at=data.draw(st.none() | st.just(created - timedelta(hours=3))),
                cancelled_at=None if cancelled is None else NOW - timedelta(hours=cancelled),
            )
        )
    kinds: tuple[FileKind, ...] = ("clicks", "app-clicks", "retractions")
    places = {"clicks": 5, "app-clicks": 6, "retractions": 0}
    named = [
        row[places[kind]]
        for kind in kinds
        for row in file_rows(kind, bookings, name="Sale", zone=ZONE, now=NOW)
    ]
    assert len(named) == len(set(named))
    states = [state_of(booking, NOW) for booking in bookings]
    assert len(named) == states.count("reported") + states.count("retracted")


def test_the_file_begins_as_google_documents_it() -> None:
    text = file_text(
        "clicks", [("id", "Sale, big", "2026-06-08 13:00:00", "1.00", "EUR", "R1")], "Asia/Tbilisi"
    )
    lines = text.splitlines()
    assert lines[0] == "Parameters:TimeZone=Asia/Tbilisi"
    assert lines[1] == (
        "Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,"
        "Ad User Data,Ad Personalization"
    )
    [row] = csv.reader(io.StringIO(lines[2]))
    assert row[1] == "Sale, big"


@pytest.mark.parametrize(
    ("email", "digest"),
    [
        # SHA-256 of cloudysanfrancisco@gmail.com, the example of Google's guide.
        (" Cloudy.SanFrancisco+shopping@Gmail.com ", CLOUDY),
        ("cloudysanfrancisco@gmail.com", CLOUDY),
        (
            "c.l.o.u.d.ysanfrancisco@googlemail.com",
            hashlib.sha256(b"cloudysanfrancisco@googlemail.com").hexdigest(),
        ),
        # Elsewhere dots and suffixes are part of the address.
        ("user.name+NYC@Example.com", hashlib.sha256(b"user.name+nyc@example.com").hexdigest()),
    ],
)
def test_an_email_is_hashed_as_google_writes_it(email: str, digest: str) -> None:
    assert hashed_email(email) == digest


@pytest.mark.parametrize(
    ("changes", "cells", "consent"),
    [
        ({"consent_state": "not_required"}, ("", ""), None),
        ({"ad_personalization": None}, ("Granted", "Denied"), ("CONSENT_GRANTED", "CONSENT_DENIED")),
        ({"ad_personalization": False}, ("Granted", "Denied"), ("CONSENT_GRANTED", "CONSENT_DENIED")),
        ({"ad_personalization": True}, ("Granted", "Granted"), ("CONSENT_GRANTED", "CONSENT_GRANTED")),
    ],
)
def test_both_answers_go_with_a_booking(
    changes: dict[str, Any], cells: tuple[str, str], consent: tuple[str, str] | None
) -> None:
    booking = ad_booking(**changes)
    [row] = file_rows("clicks", [booking], name="Sale", zone=ZONE, now=NOW)
    assert row[-2:] == cells
    expected = consent and {"adUserData": consent[0], "adPersonalization": consent[1]}
    assert event_of(booking).get("consent") == expected
    assert "userData" not in event_of(booking)


def test_the_email_column_is_there_only_where_hashes_are_sent() -> None:
    bookings = [ad_booking(email="cloudysanfrancisco@gmail.com"), ad_booking(reference="R2")]
    rows = file_rows("clicks", bookings, name="Sale", zone=ZONE, now=NOW, has_email=True)
    assert [row[-1] for row in rows] == [CLOUDY, ""]
    assert file_text("clicks", rows, "UTC", has_email=True).splitlines()[1].endswith(",Email")
    assert "Email" not in file_text("retractions", [], "UTC", has_email=True)
