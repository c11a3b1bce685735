"""Names: those that look the same are one name."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abano.core.email_address import normal_email
from abano.core.text import clean, fold
from abano.marketing.affiliates.rules import normal_code

# One of each kind that nothing is drawn for.
INVISIBLE = "\u200b\u200c\u200d\u2060\u2063\ufeff\u00ad\u200e\u202e\u2066\u061c\u180e\u034f\ufe0f\u3164\u115f"
INVISIBLE += "\uffa0\u17b4\x00\x7f\U000e0001\U000e0041\U000e0100"
PLAIN = "Subaru Forester"


@given(st.text())
def test_cleaning_and_folding_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert fold(fold(text)) == fold(text) == fold(clean(text))


@given(st.lists(st.tuples(st.integers(0, len(PLAIN)), st.sampled_from(INVISIBLE)), max_size=8))
def test_invisible_letters_anywhere_change_no_name(inserted: list[tuple[int, str]]) -> None:
    typed = PLAIN
    for at, letter in inserted:
        typed = typed[:at] + letter + typed[at:]
    assert clean(typed) == PLAIN
    assert fold(typed) == PLAIN.lower()


@given(st.text(max_size=20))
def test_nothing_that_is_kept_is_invisible(text: str) -> None:
    assert not {unicodedata.category(letter) for letter in clean(text)} & {"Cf", "Cc", "Zl", "Zp"}
    assert clean(text) == clean(text).strip()
    assert "  " not in clean(text)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=30))
def test_a_name_is_one_name_in_any_case(text: str) -> None:
    assert fold(text.upper()) == fold(fold(text).upper())
    assert fold(text.title()) == fold(fold(text.title()))


@pytest.mark.parametrize("typed", ["nomad15", " NOMAD\u200b15 ", "ＮＯＭＡＤ１５", "no\u00admad15\ufeff"])
def test_a_promo_code_is_read_as_it_is_seen(typed: str) -> None:
    assert normal_code(typed) == "NOMAD15"


def test_a_code_of_which_nothing_is_seen_is_none() -> None:
    assert normal_code("\u200b \u3164") is None


@pytest.mark.parametrize(
    ("typed", "normal"),
    [
        (" Ada@Example.com ", "Ada@Example.com"),
        ("ada@münchen.de", "ada@xn--mnchen-3ya.de"),
        ("ada@MÜNCHEN.de", "ada@xn--mnchen-3ya.de"),
        ("ada@mu\u0308nchen.de", "ada@xn--mnchen-3ya.de"),
        ("ada@xn--mnchen-3ya.de", "ada@xn--mnchen-3ya.de"),
        ("ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"),
        ("ada@example。com", "ada@example.com"),
        ("a\u200bda@exam\u00adple.com", "ada@example.com"),
        ("no address é", "no address é"),
    ],
)
def test_an_email_address_has_one_form(typed: str, normal: str) -> None:
    assert normal_email(typed) == normal
