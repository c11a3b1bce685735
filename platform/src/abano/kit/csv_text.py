"""CSV that is safe to open in a spreadsheet, whichever sign that spreadsheet takes for the end of a cell."""

import csv
import io
import re
from collections.abc import Iterable

from abano.kit.phone import read_phone, spaced

# A cell that begins so is run as a formula by spreadsheet programs (OWASP, "CSV Injection"), in the wide and small
# forms of East Asian keyboards, too.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−")
_SIGNS = "=+\\-@＝＋－＠﹦﹢﹣﹫−"
# Where some reader may see a cell begin: at the text's own beginning, and behind what ends a cell or a line for
# readers that do not split at commas. Quotes do not help there: a mark in the middle of such a reader's cell is a
# letter to it. Blanks and quotes before the sign are skipped by one program or the other.
_BEGINNING = re.compile(f'(^[\\s"]*|[;\t\r\n][\\s"]*)([{_SIGNS}])')
# A phone number as people type it, with its country.
_PHONE = re.compile(r"\+[1-9][0-9 ()./-]{5,30}[0-9)](?: ext\. [0-9]+)?")
_FEWEST_DIGITS = 7
BYTE_ORDER_MARK = "\ufeff"


def csv_rows(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV text (RFC 4180); numbers stay numbers.

    A text that could run as a formula gets an apostrophe before the sign that makes it one, also within the text,
    where a spreadsheet that splits at semicolons or tabs would see a cell begin. Phone numbers need none: they are
    written in groups, such as ``+995 599 12 34 56``, and digits with spaces between are neither a formula nor a
    number to these programs, so that the plus and the last digits stay.
    """
    target = io.StringIO()
    csv.writer(target).writerows([_cell(value) for value in row] for row in rows)
    return target.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str):
        return _phone(value) or _guarded(value)
    return "" if value is None else value


def _guarded(text: str) -> str:
    guarded = _BEGINNING.sub(r"\1'\2", text)
    return f"'{guarded}" if guarded.startswith(("\t", "\r", "\n")) else guarded


def _phone(text: str) -> str | None:
    """The number in groups of digits alone, or None for what is none."""
    if not _PHONE.fullmatch(text) or sum(map(str.isdigit, text)) < _FEWEST_DIGITS:
        return None
    found = read_phone(text, "")
    number, mark, extension = spaced(str(found) if found else text).partition(" ext. ")
    first, *rest = re.split(r"[^+0-9]+", number.strip(" ()./-"))
    # One run of digits is a number, and groups of three are one where spaces part thousands.
    if not rest:
        first, rest = first[:-4], [first[-4:]]
    if len(rest) > 1 and all(len(group) == 3 for group in rest):
        rest = [*rest[:-2], "".join(rest[-2:])]
    return " ".join([first, *rest]) + mark + extension
