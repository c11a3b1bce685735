"""CSV that spreadsheets may open, whichever sign they split at."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abano.core.files import BYTE_ORDER_MARK, FORMULA_STARTS, Line, UnreadableTable, csv_rows, read_table


@pytest.mark.parametrize(
    "text", ["=1+1", "-2", "@SUM(A1)", "\t=1", "\r=1", "+1+1", "+995 599 a1", "+995", "﹦1"]
)
def test_what_looks_like_a_formula_is_made_text(text: str) -> None:
    assert csv_rows([[text]]).startswith(("'", "\"'"))


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Lada;=1+1", "Lada;'=1+1"),
        ("Lada; @SUM(1)", "Lada; '@SUM(1)"),
        ("Lada\t-1", "Lada\t'-1"),
        ('Lada;"=1"', '"Lada;""\'=1"""'),
        ("one\n=1", '"one\n\'=1"'),
        ("a; b - c", "a; b - c"),
        ("one, -two", '"one, -two"'),
    ],
)
def test_a_formula_behind_another_readers_separator_is_made_text(text: str, cell: str) -> None:
    assert csv_rows([[text]]) == f"{cell}\r\n"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("+995599123456", "+995 599 12 34 56"),
        ("+442079460000", "+44 20 7946 0000"),
        ("+44 (0)20 7946-0000", "+44 20 7946 0000"),
        ("+995 555 123-456", "+995 555 12 34 56"),
        ("+995599123456 ext. 12", "+995 599 12 34 56 ext. 12"),
        # Groups of three alone are a number where spaces part thousands.
        ("+351 211 234 567", "+351 21 123 4567"),
        ("+999123456789", "+99912345 6789"),
    ],
)
def test_phone_numbers_are_digits_in_groups_without_an_apostrophe(stored: str, shown: str) -> None:
    assert csv_rows([[stored]]) == f"{shown}\r\n"


@given(st.text(alphabet="=+-@;\t\r\n\" '＝−a1", max_size=12), st.text(alphabet='=;\t"a', max_size=5))
def test_no_reader_sees_a_formula(text: str, other: str) -> None:
    written = csv_rows([["first", text, other]])
    for separator in (",", ";", "\t"):
        for row in csv.reader(io.StringIO(written, newline=""), delimiter=separator):
            for cell in row:
                # Programs differ in what they pass over before a sign.
                assert not cell.strip('" \t\r\n').startswith(FORMULA_STARTS), (separator, cell)


def test_numbers_stay_numbers_and_nothing_is_an_empty_cell() -> None:
    assert csv_rows([[-5, 12.5, None, "plain"]]) == "-5,12.5,,plain\r\n"


def test_commas_quotes_and_line_breaks_are_kept() -> None:
    assert csv_rows([['a "b", c', "d\ne"]]) == '"a ""b"", c","d\ne"\r\n'


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_is_read_as_it_was_written(separator: str) -> None:
    text = csv_rows([["name", " note "], ["=1+1", 'two\nlines, "quoted"'], ["", ""], ["-x"]])
    if separator != ",":
        rows = csv.reader(io.StringIO(text))
        target = io.StringIO()
        csv.writer(target, delimiter=separator).writerows(rows)
        text = target.getvalue()
    columns, lines = read_table(BYTE_ORDER_MARK + text, 10)
    assert columns == ["name", "note"]
    assert lines == [
        Line(3, {"name": "=1+1", "note": 'two\nlines, "quoted"'}),
        Line(5, {"name": "-x"}),
    ]


def test_a_table_is_read_up_to_its_limit_and_no_further() -> None:
    _, lines = read_table("a\n" + "1\n" * 5 + '"without end', 3)
    assert len(lines) == 4
    with pytest.raises(UnreadableTable):
        read_table('a\n"without end', 3)
