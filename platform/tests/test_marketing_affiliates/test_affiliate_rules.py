"""Promo codes from names: readable, in plain letters, hard to guess."""

import pytest

from abano.marketing.affiliates.codes import code_stem, promo_code


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Nomad Diaries", "NOMADDIARIES"),
        ("Caucasus Trails & Tours Ltd", "CAUCASUS"),
        ("Jürgen Müller", "JURGENMULLER"),
        ("ნინო ბერიძე", "NINOBERIDZE"),
        ("Щёлково Тур", "SHCHELKOVO"),
        ("遊牧民", "FRIEND"),
        ("!!", "FRIEND"),
        ("A", "FRIEND"),
        ("Supercalifragilistic", "SUPERCALIFRA"),
        ("4x4.ge", "4X4GE"),
    ],
)
def test_stem_is_readable_whatever_the_name(name: str, stem: str) -> None:
    assert code_stem(name) == stem
    assert promo_code(name, "7KQMX") == f"{stem}-7KQMX"
