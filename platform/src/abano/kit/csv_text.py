"""CSV that is safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable

# A cell that begins so is run as a formula by spreadsheet programs (OWASP, "CSV Injection").
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
BYTE_ORDER_MARK = "\ufeff"


def csv_rows(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV text (RFC 4180). Texts that would run as a formula get an apostrophe in front; numbers stay."""
    target = io.StringIO()
    csv.writer(target).writerows([_cell(value) for value in row] for row in rows)
    return target.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return f"'{value}"
    return "" if value is None else value
