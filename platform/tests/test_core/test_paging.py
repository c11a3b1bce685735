"""Cursors of sorted lists: read as they were made, and refused for another sort or type."""

import base64
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_address
from uuid import UUID

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abano.core.errors import InvalidInput
from abano.core.paging import (
    MAX_CURSOR_LENGTH,
    PageRequest,
    SortValue,
    decode_cursor,
    encode_cursor,
    read_ip,
    read_number,
    read_text,
    read_time,
)

ROW = UUID("01890a5d-ac96-774b-bcce-b302099a8057")
NOON = datetime(2026, 6, 10, 12, 0, 0, 123456, tzinfo=UTC)
Read = Callable[[object], SortValue]


def cursor_of(*values: object) -> str:
    return base64.urlsafe_b64encode(orjson.dumps(values)).decode()


def test_a_leading_minus_is_descending() -> None:
    assert (PageRequest("-name", 50).key, PageRequest("-name", 50).is_descending) == ("name", True)
    assert (PageRequest("name", 50).key, PageRequest("name", 50).is_descending) == ("name", False)


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (NOON, read_time),
        (-(2**63) + 1, read_number),
        ("", read_text),
        ("ნინო, \"Nino\" | 'n'", read_text),
        (ip_address("198.51.100.7"), read_ip),
        (ip_address("2001:db8::1"), read_ip),
    ],
)
def test_a_cursor_is_read_as_it_was_made(value: SortValue, read: Read) -> None:
    assert decode_cursor(encode_cursor("-name", value, ROW), "-name", read) == (value, ROW)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=160))
def test_the_cursor_of_a_name_is_short_enough_for_an_address(name: str) -> None:
    cursor = encode_cursor("-customerName", name, ROW)
    assert len(cursor) <= MAX_CURSOR_LENGTH
    assert decode_cursor(cursor, "-customerName", read_text) == (name, ROW)


@pytest.mark.parametrize(
    ("cursor", "read"),
    [
        ("nonsense", read_text),
        ("ä", read_text),
        ("====", read_text),
        (cursor_of("name", "Ada", ROW), read_text),
        (cursor_of("-name", "Ada"), read_text),
        (cursor_of("-name", "Ada", ROW, 1), read_text),
        (cursor_of("-name", "Ada", "ROW"), read_text),
        (cursor_of("-name", "Ada", 7), read_text),
        (cursor_of("-name", "A\x00", ROW), read_text),
        (cursor_of("-name", 7, ROW), read_text),
        (cursor_of("-name", None, ROW), read_text),
        (cursor_of("-name", "7", ROW), read_number),
        (cursor_of("-name", True, ROW), read_number),
        (cursor_of("-name", 7.5, ROW), read_number),
        (cursor_of("-name", 2**63, ROW), read_number),
        (cursor_of("-name", 7, ROW), read_time),
        (cursor_of("-name", "today", ROW), read_time),
        (cursor_of("-name", "2026-06-10T12:00:00", ROW), read_time),
        (cursor_of("-name", "300.0.0.1", ROW), read_ip),
        (cursor_of("-name", "fe80::1%eth0", ROW), read_ip),
        (cursor_of("-name", 7, ROW), read_ip),
        (base64.urlsafe_b64encode(b'{"sort": "-name"}').decode(), read_text),
        (base64.urlsafe_b64encode(b"7").decode(), read_text),
        (base64.urlsafe_b64encode(b'["-name", "\\ud800", "' + str(ROW).encode() + b'"]').decode(), read_text),
    ],
)
def test_any_other_cursor_is_refused(cursor: str, read: Read) -> None:
    with pytest.raises(InvalidInput) as refused:
        decode_cursor(cursor, "-name", read)
    [field] = refused.value.fields
    assert (field.field, field.sentence.code) == ("cursor", "no_such_page")
