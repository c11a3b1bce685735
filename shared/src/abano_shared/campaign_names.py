"""When two spellings of a source, medium or campaign are equal: one rule, for Python and for SQL.

Advertisers, their reports and a company's links use different capitals and surrounding spaces for the same
campaign. Filters, costs and rows compare the key; the most frequent spelling is shown.
"""

import re

_BLANK = " \t\n\r\u00a0"
_CALL = re.compile(r"\bname_key\((\w+)\)")
_SQL = r"lower(trim(\1, ' ' || chr(9) || chr(10) || chr(13) || chr(160)))"


def name_key(name: str) -> str:
    """The common key of a name's spellings.

    Letter by letter, like DuckDB's ``lower``: Python's turns some letters into two, and depends on a word's
    end.
    """
    return "".join(letter.lower()[0] for letter in name.strip(_BLANK))


def with_name_keys(sql: str) -> str:
    """``sql`` with each ``name_key(column)`` expanded, for DuckDB."""
    return _CALL.sub(_SQL, sql)
