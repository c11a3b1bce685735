"""Phone numbers: whatever was typed, one number is one text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abano.core.phone import dialled, phone_digits, read_phone, spaced, stored_phone

GEORGIA = "+995"


@pytest.mark.parametrize(
    "typed",
    [
        "+995599123456", "+995 (599) 12-34-56", "00995 599 123456", "0599 12 34 56", "599123456",
        "＋９９５ ５９９ １２３４５６", "+٩٩٥ ٥٩٩ ١٢٣٤٥٦", "+९९५ ५९९ १२३४५६", "+995\u200b599\u00a0123\u2011456",
        "(+995) 599 123-456", "+995 0599123456", "tel:+995-599-123-456",
    ],
)  # fmt: skip
def test_a_number_is_read_in_any_writing(typed: str) -> None:
    assert str(read_phone(typed, GEORGIA)) == "+995599123456"


@pytest.mark.parametrize("mark", [" ext. 12", ";ext=12", " x12", " доб. 12", " ext. １２", " extn ١٢"])
def test_an_extension_is_kept_beside_the_number(mark: str) -> None:
    found = read_phone(f"+44 20 7946 0000{mark}", GEORGIA)
    assert found is not None
    assert (found.e164, found.extension) == ("+442079460000", "12")
    assert str(found) == "+442079460000 ext. 12"
    assert dialled(str(found)) == "442079460000"
    assert spaced(str(found)) == "+44 20 7946 0000 ext. 12"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "no one",
        "call me please 1",
        "+995 1",
        "+99999999999",
        "1234567890",
        "+" * 40,
        "+995 599 123456789012",
    ],
)
def test_what_no_country_can_have_given_out_is_none(typed: str) -> None:
    assert read_phone(typed, GEORGIA) is None
    assert stored_phone(typed, GEORGIA) == typed


def test_an_unassigned_number_range_is_parsed_and_formatted() -> None:
    found = read_phone("+995 000 000 000", GEORGIA)
    assert found is not None
    assert not found.is_assigned
    assigned = read_phone("+995 599 12 34 56", GEORGIA)
    assert assigned is not None
    assert assigned.is_assigned


@pytest.mark.parametrize("prefix", ["", "+", "+999", "+0", "995x", "+88888888"])
def test_a_country_that_is_none_leaves_whole_numbers_readable(prefix: str) -> None:
    assert str(read_phone("+44 20 7946 0000", prefix)) == "+442079460000"
    assert read_phone("020 7946 0000", prefix) is None


@given(st.text(max_size=80))
def test_whatever_is_typed_is_a_number_that_reads_as_itself_or_none(typed: str) -> None:
    found = read_phone(typed, GEORGIA)
    if found is not None:
        assert str(read_phone(str(found), "")) == str(found)
        assert str(read_phone(spaced(str(found)), "")) == str(found)
        assert found.e164[1:].isascii()
        assert len(found.e164) <= 16


@pytest.mark.parametrize(
    ("searched", "digits"),
    [
        ("+995 599 12-34-56", "995599123456"), ("00995 599", "995599"), ("0599 123", "599123"), ("٥٩٩ ١٢٣", "599123"),
        ("1234", ""), ("K7M-4QXD", ""), ("ada 599123", ""), ("+44 (0)20 7946", "44207946"),
    ],
)  # fmt: skip
def test_a_part_of_a_number_is_searched_by_its_digits(searched: str, digits: str) -> None:
    assert phone_digits(searched) == digits
