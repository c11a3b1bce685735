"""CSV that spreadsheets may open."""

import pytest

from abano.kit.csv_text import csv_rows


@pytest.mark.parametrize("text", ["=1+1", "+995 599", "-2", "@SUM(A1)", "\t=1", "\r=1"])
def test_what_looks_like_a_formula_is_made_text(text: str) -> None:
    assert csv_rows([[text]]).startswith(("'", "\"'"))


def test_numbers_stay_numbers_and_nothing_is_an_empty_cell() -> None:
    assert csv_rows([[-5, 12.5, None, "plain"]]) == "-5,12.5,,plain\r\n"


def test_commas_quotes_and_line_breaks_are_kept() -> None:
    assert csv_rows([['a "b", c', "d\ne"]]) == '"a ""b"", c","d\ne"\r\n'
